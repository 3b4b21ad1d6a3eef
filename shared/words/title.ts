import type { Reason } from '../attention/item.ts';
import { isNews, type News } from '../attention/news.ts';
import { mobileBuildEnding } from '../endings/deploy-ending.ts';
import type en from './en.json';

/** A sentence of the files of words. */
export type SentenceName = keyof typeof en;

/** The sentence that is the title of an item or of news, by its name in the files of words, and the count that it has a form for. */
export interface Title {
  sentence: SentenceName;
  count: number;
}

/** How work ended, of which no more than that is said. */
export type End = Pick<Extract<News, { outcome: string }>, 'kind' | 'outcome'>;

/** Which title belongs to which kind, for alerts and browsers alike: `item.<kind><form>`, `news.<kind><Outcome>`. */
export function titleOf(about: Reason | News | End): Title {
  const form = formOfNews(about);
  const word = wordOf(`${about.kind}${form}`);
  const name = 'outcome' in about || isNews(about) ? `news.${word}` : `item.${word}${formOf(about)}`;
  return { sentence: name as SentenceName, count: countOf(about) };
}

/** The service's word for how it ended is in no language of ours. */
function formOfNews(about: Reason | News | End): string {
  if ('outcome' in about) return `-${about.outcome}`;
  if (about.kind === 'mobile-build-finished') return `-${mobileBuildEnding(about)}`;
  return about.kind === 'link-used' ? `-${linkForm(about)}` : '';
}

function formOf(reason: Reason): string {
  switch (reason.kind) {
    case 'credit-cap':
    case 'cap-forecast':
      return reason.category === 'infrastructure' ? 'Infrastructure' : '';
    case 'cron-job':
      return reason.paused ? 'Paused' : '';
    case 'channel-failing':
      return reason.stopped ? 'Stopped' : '';
    case 'live-failing':
      return wordOf(`-${reason.what}`);
    case 'launch-unknown':
      return reason.operation === 'launch' ? '' : 'Call';
    case 'access-changed':
      return capitalized(wordOf(reason.change));
    case 'guard-failed':
      return reason.stands === 'named' ? 'Caps' : '';
    default:
      return '';
  }
}

const linkForm = ({ did, category }: Extract<News, { kind: 'link-used' }>): string =>
  did === 'raise' && category === 'infrastructure' ? 'raise-infrastructure' : did;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function countOf(about: Reason | News | End): number {
  if ('count' in about) return about.count;
  if ('keys' in about) return about.keys.length;
  return 'events' in about ? about.events.length : 0;
}

/** What a cap counts: `credits`, a unit, or what the name of the field with the cap says. */
export const unitOf = (capKind: string | null): string =>
  (capKind ?? 'credits').replace(/^monthly(\w+?)Cap$/, '$1s').toLowerCase();

/** The name of messages for `edge-timeout` is `edgeTimeout`: browsers allow no hyphen there. */
type WordOf<Kind extends string> = Kind extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<WordOf<Rest>>}`
  : Kind;

/** The name of the messages for one of our kinds. */
export function wordOf<Kind extends string>(kind: Kind): WordOf<Kind> {
  return kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as WordOf<Kind>;
}
