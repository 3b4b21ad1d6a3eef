import { dayFormat } from '../../shared/days.ts';
import { type Language, LOCALES } from '../../shared/languages.ts';
import { type InstantMs, resetDay } from '../../shared/time.ts';

const EN = {
  look: 'Look',
  seen: 'Seen',
  stop: 'Stop the run',
  raise: 'Raise to {to}',
  raiseUntil: 'Raise to {to} until {day}',
  raiseSure: 'Yes, raise to {to}',
  openProject: 'Open {name}',
  nothing: 'Nothing to do any more',
  once: 'This link works once, until {time}.',
  balance: 'Of {credits} credits.',
  off: 'Prompts are refused until {day}.',
  offInfrastructure: 'Its paid calls are refused until {day}.',
  left: 'The run stopped there. What it built is kept, and its prompt can be sent again from a browser.',
  lifts: 'Raising lets the next prompt through.',
  liftsInfrastructure: 'Raising lets its calls go on at once.',
  ceiling: 'The links of this channel have used up the credits that they may let be spent this month.',
  running: 'A run has been in progress since {time}.',
  capIs: 'The cap of {name} is {cap} now.',
  capNone: '{name} has no such cap now.',
  usedUp: '{used} credits are used already.',
  noRun: 'This run is not in progress any more.',
  over: '{title}: over since {time}.',
  overNow: '{title}: over.',
  seenBy: '{title}: seen by {who} at {time}.',
  gone: '{title}: no longer, or there is a newer alert about it.',
  raised: 'The cap is {to} until {day}',
  on: 'Prompts are on.',
  onInfrastructure: 'Its paid calls go on.',
  changed: '{name}: changed at {time} by this link.',
  undo: 'Undo it in a browser, under Limits of {name}.',
  stopped: 'The run was stopped',
  marked: 'Marked as seen',
  by: '{name}: at {time} by this link.',
  unknown: 'We don’t know yet',
  checking: 'The answer of the service was lost. It is being checked: open this link again in a minute.',
  refused: 'Nothing was done',
  refusedBy: 'The service refused it.',
  unread: 'The service could not be read. Press again.',
} as const;

export type PageSentence = keyof typeof EN;

const DE: Record<PageSentence, string> = {
  look: 'Ansehen',
  seen: 'Gesehen',
  stop: 'Lauf stoppen',
  raise: 'Auf {to} erhöhen',
  raiseUntil: 'Bis {day} auf {to} erhöhen',
  raiseSure: 'Ja, auf {to} erhöhen',
  openProject: '{name} öffnen',
  nothing: 'Nichts mehr zu tun',
  once: 'Dieser Link gilt einmal, bis {time}.',
  balance: 'Von {credits} Credits.',
  off: 'Prompts werden bis {day} abgelehnt.',
  offInfrastructure: 'Bezahlte Aufrufe der App werden bis {day} abgelehnt.',
  left: 'Der Lauf hat dort angehalten. Was er gebaut hat, bleibt, und sein Prompt kann aus einem Browser noch einmal gesendet werden.',
  lifts: 'Danach wird der nächste Prompt nicht mehr abgelehnt.',
  liftsInfrastructure: 'Danach gehen die Aufrufe sofort weiter.',
  ceiling: 'Die Links dieses Kanals haben ihre Credits für diesen Monat aufgebraucht.',
  running: 'Seit {time} läuft ein Lauf.',
  capIs: 'Das Limit von {name} ist jetzt {cap}.',
  capNone: '{name} hat jetzt kein solches Limit.',
  usedUp: '{used} Credits sind schon verbraucht.',
  noRun: 'Dieser Lauf ist zu Ende.',
  over: '{title}: seit {time} vorbei.',
  overNow: '{title}: vorbei.',
  seenBy: '{title}: von {who} um {time} gesehen.',
  gone: '{title}: nicht mehr, oder es gibt dazu eine neuere Meldung.',
  raised: 'Das Limit ist bis {day} {to}',
  on: 'Prompts gehen wieder.',
  onInfrastructure: 'Bezahlte Aufrufe der App gehen weiter.',
  changed: '{name}: um {time} durch diesen Link geändert.',
  undo: 'In einem Browser unter Limits von {name} lässt es sich zurücknehmen.',
  stopped: 'Der Lauf wurde gestoppt',
  marked: 'Als gesehen markiert',
  by: '{name}: um {time} durch diesen Link.',
  unknown: 'Noch nicht bekannt',
  checking:
    'Die Antwort des Dienstes ging verloren. Es wird geprüft: Öffne diesen Link in einer Minute noch einmal.',
  refused: 'Es wurde nichts getan',
  refusedBy: 'Der Dienst hat es abgelehnt.',
  unread: 'Der Dienst war nicht lesbar. Drücke noch einmal.',
};

const WORDS: Readonly<Record<Language, Readonly<Record<PageSentence, string>>>> = { en: EN, de: DE };

/** Sentences, numbers and times of one page, for a reader in a time zone. */
export class PageWords {
  readonly language: Language;
  readonly #zone: string;

  /** @param zone of the reader, if known; without one times are UTC, and say so */
  constructor(language: Language, zone: string | undefined) {
    this.language = language;
    this.#zone = zone !== undefined && isZone(zone) ? zone : '';
  }

  say(name: PageSentence, values: Readonly<Record<string, string | number>> = {}): string {
    return WORDS[this.language][name].replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = values[field] ?? '';
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  /** The day on which the service resets, by its own calendar. */
  day(at: InstantMs): string {
    return dayFormat(LOCALES[this.language]).format(resetDay(at));
  }

  time(at: InstantMs): string {
    const zone =
      this.#zone === '' ? ({ timeZone: 'UTC', timeZoneName: 'short' } as const) : { timeZone: this.#zone };
    const form = { weekday: 'short', hour: '2-digit', minute: '2-digit', ...zone } as const;
    return new Intl.DateTimeFormat(LOCALES[this.language], form).format(at);
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}
