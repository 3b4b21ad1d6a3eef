import { SearchField } from '../../../../ui/form.tsx';
import './alerts.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS_MAX, type ChannelRecord, channelList } from '../../../../../shared/edge-api/channels.ts';
import { formatAgo, formatExact, formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { isFound } from '../../../../i18n/searchable.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useResource } from '../../../../reads/resource.ts';
import { readFormDrafts } from '../../../../storage/form-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { OpenButton } from '../../../../ui/confirm.tsx';
import { Glyph, Icon } from '../../../../ui/icons.tsx';
import { edgeNow, mask, naming } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import { useNotices } from '../../../../ui/use-notices.ts';
import { kindName } from '../../../kit/channel-words.ts';
import { alertPlace, type SentAlert, sentAlerts } from '../../../kit/sent-alert.ts';
import { alertOutcomes, alertStanding, alertText, sentAlertWords } from '../../../kit/sent-alert-words.ts';
import { useArrival } from '../../../parts/arrival.ts';
import { Setting, SettingsSection } from '../../../parts/setting.tsx';
import { ChannelForm, channelDraftId, type SavedChannel } from './channel-form.tsx';
import { ChannelRow, channelRowId } from './channel-row.tsx';
import { ThisBrowser } from './this-browser.tsx';

const NEW = 'new';

/**
 * Settings of who is told what: this browser, and the channels that owners set up; builders see that there
 * are some. Has one history of all.
 * @param linked the channel that a link leads to
 */
export function Alerts({ linked }: { linked: string | null }) {
  const isOwner = mayAct('owner');
  const maySee = mayAct('builder');
  const list = useResource(maySee ? { path: '/channels', schema: channelList } : null);
  const state = list.state.value;
  const {
    channels = [],
    removed = [],
    names = [],
    linkable = false,
  } = state.kind === 'shown' ? state.value : {};
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
    <SettingsSection id="alerts" title={t('view.alerts')}>
      <ul>
        <ThisBrowser notices={notices} />
        {channels.map((channel) => (
          <ChannelRow
            key={channel.channelId}
            channel={channel}
            linkable={linkable}
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
          linkable={linkable}
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
          told={sentAlerts([...channels, ...removed], notices)}
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

/** So many are looked through at a glance. */
const SHOWN_FIRST = 10;

/** History of what was told, where, and why not, once for all places. `isWhole`: has what channels sent. */
function AlertHistory({ told, isWhole }: { told: readonly SentAlert[]; isWhole: boolean }) {
  const isUnfolded = useSignal(false);
  const typed = useSignal('');
  if (told.length === 0 && !isWhole) return null;
  const search = typed.value.trim();
  const found = search === '' ? told : told.filter((one) => isFound(alertText(one), search));
  const shown = isUnfolded.value ? found : found.slice(0, SHOWN_FIRST);
  return (
    <Setting name={t('console.alerts.history')}>
      {told.length === 0 && <p class="meta">{t('status.nothingYet')}</p>}
      {told.length > SHOWN_FIRST && (
        <div class="told-search">
          <SearchField
            label={t('console.alerts.historySearch')}
            value={typed.value}
            onText={(text) => (typed.value = text)}
          />
          <span class="meta" role="status">
            {search !== '' &&
              t('count.searched', told.length, {
                count: formatNumber(found.length),
                of: formatNumber(told.length),
              })}
          </span>
        </div>
      )}
      <ul class="lines-list">
        {shown.map((one) => (
          <AlertLine key={`${one.key} ${one.isEnd}`} told={one} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button quiet onClick={() => (isUnfolded.value = true)}>
          {t('verb.showAll', { count: found.length })}
        </Button>
      )}
    </Setting>
  );
}

function AlertLine({ told }: { told: SentAlert }) {
  const { title, glyph } = sentAlertWords(told);
  const place = naming.value.screened ? null : alertPlace(told);
  return (
    <li class="line told">
      <Glyph name={glyph} />
      {place === null ? (
        <strong>{title}</strong>
      ) : (
        <a class="sentence" href={place.address} title={place.name}>
          <strong>{title}</strong> <Icon name="forward" />
        </a>
      )}
      <span class="meta">{formatFacts(alertStanding(told), ...alertOutcomes(told))}</span>
      <time class="meta" dateTime={new Date(told.at).toISOString()} title={formatExact(told.at)}>
        {formatAgo(told.at, edgeNow.value)}
      </time>
    </li>
  );
}
