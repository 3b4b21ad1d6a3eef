import './alerts.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS_MAX, channelList } from '../../../shared/edge-api/channels.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { readFormDrafts } from '../../storage/form-drafts.ts';
import { useOpener } from '../../ui/confirm.tsx';
import { mask } from '../../ui/page-state.ts';
import { Part } from '../parts/part.tsx';
import { ChannelForm, channelDraftId } from './channel-form.tsx';
import { ChannelRow } from './channel-row.tsx';
import { kindName } from './channel-words.ts';

const NEW = 'new';

/** Where alerts go: owners set channels up, builders see that there are some. */
export function Alerts({ isOwner }: { isOwner: boolean }) {
  const list = useResource({ path: '/channels', schema: channelList });
  /** Of which channel the form is open. */
  const open = useSignal<string | null>(null);
  const adder = useOpener(open.value === NEW);
  useEffect(() => {
    // One that was begun is shown again.
    void readFormDrafts().then((drafts) => {
      if (isOwner && channelDraftId(null) in drafts) open.value ??= NEW;
    });
  }, [isOwner]);
  const state = list.state.value;
  const isFull = state.kind === 'shown' && (state.value.channels?.length ?? 0) >= CHANNELS_MAX;
  return (
    <Part
      title={t('console.alerts.title')}
      side={
        isOwner && (
          <button
            ref={adder}
            type="button"
            class="button"
            aria-expanded={open.value === NEW}
            disabled={isFull}
            onClick={() => (open.value = open.value === NEW ? null : NEW)}
          >
            {t('console.alerts.add')}
          </button>
        )
      }
    >
      <p class="meta">{t('console.alerts.note')}</p>
      {isFull && <p class="meta">{t('console.alerts.full', { max: CHANNELS_MAX })}</p>}
      {isOwner && open.value === NEW && <ChannelForm channel={null} onClose={() => (open.value = null)} />}
      <Loaded of={list}>
        {({ channels = [], names = [] }) =>
          channels.length + names.length === 0 ? (
            <p class="meta">{t('console.alerts.none')}</p>
          ) : (
            <ul class="lines-list">
              {channels.map((channel) => (
                <ChannelRow
                  key={channel.channelId}
                  channel={channel}
                  isOpen={open.value === channel.channelId}
                  onOpen={(isOpen) => (open.value = isOpen ? channel.channelId : null)}
                />
              ))}
              {names.map(({ channelId, kind, name }) => (
                <li key={channelId} class="line">
                  <strong>{mask(name)}</strong> <span class="meta">{kindName(kind)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}
