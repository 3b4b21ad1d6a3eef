import './alerts.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS_MAX, type ChannelRecord, channelList } from '../../../shared/edge-api/channels.ts';
import { mayActAs, type Role } from '../../../shared/edge-api/role.ts';
import { formatList } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { Loaded } from '../../reads/loaded.tsx';
import { useResource } from '../../reads/resource.ts';
import { readFormDrafts } from '../../storage/form-drafts.ts';
import { OpenButton } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow, mask, settingsNow } from '../../ui/page-state.ts';
import { useNotices } from '../../ui/use-notices.ts';
import { useArrival } from '../parts/arrival.ts';
import { Part } from '../parts/part.tsx';
import { viewAddress } from '../parts/routes.ts';
import { ViewHeader } from '../parts/view-header.tsx';
import { AlertHistory } from './alert-history.tsx';
import { ChannelForm, channelDraftId, type SavedChannel } from './channel-form.tsx';
import { ChannelRow, channelRowId, channelSign } from './channel-row.tsx';
import { kindName, problemWords } from './channel-words.ts';
import { browserRuleWords, ThisBrowser } from './this-browser.tsx';
import { toldOf } from './told.ts';

const NEW = 'new';
const THIS_BROWSER = 'this browser';

/**
 * Who is told what: this browser, and the channels that owners set up; builders see that there are some. One history of
 * all of them.
 * @param linked the channel that a link leads to
 */
export function Alerts({ deviceRole, linked }: { deviceRole: Role; linked: string | null }) {
  const isOwner = mayActAs(deviceRole, 'owner');
  const maySee = mayActAs(deviceRole, 'builder');
  const { list, channels, removed, names } = useChannels(maySee);
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
    <div class="page">
      <ViewHeader
        title={t('console.alerts.title')}
        partOf={{ title: t('console.view.settings'), address: viewAddress('settings') }}
      />
      <Part
        title={t('console.alerts.channels')}
        side={
          isOwner && (
            <OpenButton
              isOpen={open.value === NEW}
              disabled={isFull}
              onOpen={(isOpen) => (open.value = isOpen ? NEW : null)}
            >
              {t('console.alerts.add')}
            </OpenButton>
          )
        }
      >
        <p class="meta">{t('console.alerts.notBefore')}</p>
        {isFull && <p class="meta">{t('console.alerts.full', { max: CHANNELS_MAX })}</p>}
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
        <p class="meta" role="status">
          {open.value === null && added && addedWords(added, saved.value?.isTested === true)}
        </p>
        <ul class="lines-list" data-arrive>
          <ThisBrowser
            notices={notices}
            isOpen={open.value === THIS_BROWSER}
            onOpen={(isOpen) => (open.value = isOpen ? THIS_BROWSER : null)}
          />
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
        {maySee && (
          <Loaded of={list}>
            {() => channels.length + names.length === 0 && <p class="meta">{t('console.alerts.none')}</p>}
          </Loaded>
        )}
      </Part>
      {notices !== null && (
        <AlertHistory
          told={toldOf([...channels, ...removed], notices)}
          isWhole={isOwner && list.state.value.kind === 'shown'}
        />
      )}
    </div>
  );
}

/** That it was added, and what is to be done until something arrived. */
function addedWords({ name, test, lastSent }: ChannelRecord, isTested: boolean): string | null {
  if (isTested) return t('console.alerts.savedTested', { name: mask(name) });
  return test || lastSent ? null : t('console.alerts.saved', { name: mask(name) });
}

/** The channels that were read: whole for owners, their names for builders. @param maySee false: nothing is asked */
function useChannels(maySee: boolean) {
  const list = useResource(maySee ? { path: '/channels', schema: channelList } : null);
  const state = list.state.value;
  const { channels = [], removed = [], names = [] } = state.kind === 'shown' ? state.value : {};
  return { list, channels, removed, names };
}

/** Where alerts go, and which channels do not work: the account's line about them, which leads to their page. */
export function AlertsSummary({ deviceRole }: { deviceRole: Role }) {
  const maySee = mayActAs(deviceRole, 'builder');
  const { list, channels, names } = useChannels(maySee);
  const others = [...channels, ...names].map(({ name }) => mask(name));
  return (
    <Part
      title={t('console.alerts.title')}
      side={
        <a class="button" href={viewAddress('settings', 'alerts')}>
          {t('console.alerts.open')}
        </a>
      }
    >
      <p class="fact">
        {t('console.alerts.outcome', {
          place: t('console.alerts.thisBrowser'),
          words: browserRuleWords(settingsNow.value),
        })}
      </p>
      {maySee && (
        <Loaded of={list}>
          {() => (
            <>
              <p class="fact">{others.length > 0 ? formatList(others) : t('console.alerts.none')}</p>
              {channels.map((channel) => {
                const problem = problemWords(channel, edgeNow.value);
                const sign = channelSign(channel);
                return (
                  problem !== null && (
                    <p key={channel.channelId} class="failure with-glyph">
                      {sign && <Glyph name={sign} />}
                      <span>
                        {t('console.alerts.outcome', { place: mask(channel.name), words: problem })}
                      </span>
                    </p>
                  )
                );
              })}
            </>
          )}
        </Loaded>
      )}
    </Part>
  );
}
