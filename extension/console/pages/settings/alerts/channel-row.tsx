import type { ChannelRecord } from '../../../../../shared/edge-api/channels.ts';
import { formatAgo, formatFacts, formatList } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { groupName } from '../../../../i18n/topic-words.ts';
import { useChange } from '../../../../reads/change.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton, OpenButton, verbOf } from '../../../../ui/confirm.tsx';
import { Glyph, type GlyphName } from '../../../../ui/icons.tsx';
import { away, edgeNow, mask, naming } from '../../../../ui/page-state.ts';
import { hoursWords, kindName, linksWords, problemWords } from '../../../kit/channel-words.ts';
import { ChangeStatus } from '../../../parts/part.tsx';
import { ChannelForm } from './channel-form.tsx';

export const channelRowId = (channelId: string): string => `channel-${channelId}`;

/** Channel as its owner sees it: what it tells and when, its state, a test, its form, and its removal. */
export function ChannelRow({
  channel,
  linkable,
  isOpen,
  onOpen,
}: {
  channel: ChannelRecord;
  /** Whether its alerts can carry links. */
  linkable: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const { channelId, kind, name, host, tells, projects, over, hours } = channel;
  const change = useChange();
  const removal = useChange();
  const path = `/channels/${encodeURIComponent(channelId)}`;
  const problem = problemWords(channel, edgeNow.value);
  const sign = channelSign(channel);
  const isBusy = change.state.value.kind === 'sending' || removal.state.value.kind === 'sending';
  return (
    <li class="setting channel" id={channelRowId(channelId)} tabIndex={-1}>
      <span class="setting-sign">{sign && <Glyph name={sign} />}</span>
      <strong title={`${kindName(kind)} · ${naming.value.host(host)}`}>{mask(name)}</strong>
      <div class="setting-value" title={countWords(channel)}>
        {formatFacts(
          formatList(tells.map(groupName)),
          over && t('console.alerts.overToo'),
          projects &&
            t('console.alerts.onlyOf', {
              projects: formatList(projects.map((id) => naming.value.project(id))),
            }),
          hoursWords(hours),
          linksWords(channel),
        )}
        {channel.links === undefined && linkable && <p class="meta">{t('console.alerts.links.invite')}</p>}
        {problem !== null && <p class="failure">{problem}</p>}
        {change.state.value.kind === 'idle' && <LastTest of={channel} />}
      </div>
      <span class="verbs">
        <ChangeStatus state={change.state.value} kept={t('console.alerts.tested')} />
        <ChangeStatus state={removal.state.value} />
        <Button
          quiet
          aria-label={verbOf(t('console.alerts.sendTest'), mask(name))}
          off={away.value}
          busy={isBusy}
          onClick={() => void change.send({ method: 'POST', path: `${path}/test`, body: {} }, ['/channels'])}
        >
          {t('console.alerts.sendTest')}
        </Button>
        <OpenButton label={verbOf(t('verb.change'), mask(name))} isOpen={isOpen} onOpen={onOpen}>
          {t('verb.change')}
        </OpenButton>
      </span>
      {isOpen && (
        <div class="setting-body">
          <p class="meta">{formatFacts(kindName(kind), naming.value.host(host), countWords(channel))}</p>
          <ChannelForm channel={channel} linkable={linkable} onClose={() => onOpen(false)} />
          <ConfirmButton
            label={t('verb.remove')}
            of={mask(name)}
            question={t('console.alerts.removeQuestion', { name: mask(name) })}
            sure={t('verb.remove')}
            onSure={() => void removal.send({ method: 'DELETE', path, body: undefined }, ['/channels'])}
          />
        </div>
      )}
    </li>
  );
}

/** How the last test went, on later visits too. */
function LastTest({ of: { test } }: { of: ChannelRecord }) {
  if (!test) return null;
  const ago = formatAgo(test.at, edgeNow.value);
  return test.words === null ? null : (
    <p class="failure">{t('console.alerts.testFailed', { ago, answer: isolated(test.words) })}</p>
  );
}

/** That it works stands only on an alert or a test that was sent; until then it has no sign. */
export function channelSign({ state, problem, lastSent, test }: ChannelRecord): GlyphName | null {
  if (state === 'stopped') return 'critical';
  if (problem !== null || (test && test.words !== null)) return 'warning';
  return lastSent === null && !test ? null : 'done';
}

function countWords({ sent, waiting, lastSent }: ChannelRecord): string {
  return formatFacts(
    lastSent &&
      t('console.alerts.last', {
        ago: formatAgo(lastSent.at, edgeNow.value),
        title: mask(lastSent.title),
      }),
    sent > 0 && t('console.alerts.sent', sent, { count: sent }),
    waiting > 0 && t('console.alerts.waiting', waiting, { count: waiting }),
  );
}
