import './alerts.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS_MAX, type ChannelRecord, channelList } from '../../../../../shared/edge-api/channels.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useResource } from '../../../../reads/resource.ts';
import { readFormDrafts } from '../../../../storage/form-drafts.ts';
import { OpenButton } from '../../../../ui/confirm.tsx';
import { mask } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import { useNotices } from '../../../../ui/use-notices.ts';
import { kindName } from '../../../kit/channel-words.ts';
import { toldOf } from '../../../kit/told.ts';
import { useArrival } from '../../../parts/arrival.ts';
import { SettingsSection } from '../../../parts/setting.tsx';
import { AlertHistory } from './alert-history.tsx';
import { ChannelForm, channelDraftId, type SavedChannel } from './channel-form.tsx';
import { ChannelRow, channelRowId } from './channel-row.tsx';
import { ThisBrowser } from './this-browser.tsx';

const NEW = 'new';

/**
 * Who is told what: this browser, and the channels that owners set up; builders see that there are some. One history of
 * all of them.
 * @param linked the channel that a link leads to
 */
export function Alerts({ linked }: { linked: string | null }) {
  const isOwner = mayAct('owner');
  const maySee = mayAct('builder');
  const list = useResource(maySee ? { path: '/channels', schema: channelList } : null);
  const state = list.state.value;
  const { channels = [], removed = [], names = [] } = state.kind === 'shown' ? state.value : {};
  const notices = useNotices();
  /** Of which channel the form is open. */
  const open = useSignal<string | null>(null);
  /** The channel that was added last. */
  const saved = useSignal<SavedChannel | null>(null);
  const added = channels.find(({ channelId }) => channelId === saved.value?.channelId);
  useEffect(() => {
    // One that was begun is shown again.
    void readFormDrafts().then((drafts) => {
      if (isOwner && channelDraftId(null) in drafts) open.value ??= NEW;
    });
  }, [isOwner]);
  useArrival(t('console.alerts.add'), () => {
    if (isOwner) open.value = NEW;
  });
  const isFull = channels.length >= CHANNELS_MAX;
  const isLinkedShown = channels.some(({ channelId }) => channelId === linked);
  useEffect(() => {
    if (isLinkedShown) document.getElementById(channelRowId(linked ?? ''))?.focus();
  }, [linked, isLinkedShown]);
  return (
    <SettingsSection id="alerts" title={t('console.alerts.title')}>
      <ul>
        <ThisBrowser notices={notices} />
        {channels.map((channel) => (
          <ChannelRow
            key={channel.channelId}
            channel={channel}
            isOpen={open.value === channel.channelId}
            onOpen={(isOpen) => (open.value = isOpen ? channel.channelId : null)}
          />
        ))}
        {names.map(({ channelId, kind, name }) => (
          <li key={channelId} class="setting">
            <span class="setting-sign" />
            <strong>{mask(name)}</strong>
            <span class="setting-value">{kindName(kind)}</span>
          </li>
        ))}
      </ul>
      {maySee && <Loaded of={list}>{() => null}</Loaded>}
      {isOwner && (
        <div class="verbs setting-verbs">
          <OpenButton
            isOpen={open.value === NEW}
            off={isFull && t('console.alerts.full', { max: CHANNELS_MAX })}
            onOpen={(isOpen) => (open.value = isOpen ? NEW : null)}
          >
            {t('console.alerts.add')}
          </OpenButton>
          <span class="meta" role="status">
            {isFull && t('console.alerts.full', { max: CHANNELS_MAX })}
            {open.value === null && added && addedWords(added, saved.value?.isTested === true)}
          </span>
        </div>
      )}
      {isOwner && open.value === NEW && (
        <ChannelForm
          channel={null}
          onClose={(one) => {
            open.value = null;
            saved.value = one ?? null;
            // From the button that opened the form.
            if (one) setTimeout(() => document.getElementById(channelRowId(one.channelId))?.focus());
          }}
        />
      )}
      {notices !== null && (
        <AlertHistory
          told={toldOf([...channels, ...removed], notices)}
          isWhole={isOwner && list.state.value.kind === 'shown'}
        />
      )}
    </SettingsSection>
  );
}

/** That it was added, and what is to be done until something arrived. */
function addedWords({ name, test, lastSent }: ChannelRecord, isTested: boolean): string | null {
  if (isTested) return t('console.alerts.savedTested', { name: mask(name) });
  return test || lastSent ? null : t('console.alerts.saved', { name: mask(name) });
}
