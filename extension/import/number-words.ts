/** What a sign or word beside a number says of it. */
export type NumberWord =
  /** Currencies and units; `id`: the same for the spellings of one. */
  | { kind: 'unit'; id: string; isMoney: boolean }
  /** Power of ten. `isSure`: never anything else, such as a unit or a currency's second letter. */
  | { kind: 'scale'; exponent: number; isSure: boolean }
  /** A bookkeeper's debit or credit: which of them is the minus depends on whose account it is. */
  | { kind: 'side'; sign: 1 | -1 };

const MONEY: Record<string, string> = {
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₺': 'TRY', '₩': 'KRW', US$: 'USD' },
  ...{ zł: 'PLN', Kč: 'CZK', Ft: 'HUF', лв: 'BGN', руб: 'RUB', р: 'RUB', lei: 'RON', R$: 'BRL', Rs: 'INR' },
  ...{
    円: 'JPY',
    元: 'CNY',
    圆: 'CNY',
    원: 'KRW',
    RM: 'MYR',
    Rp: 'IDR',
    TL: 'TRY',
    Euro: 'EUR',
    euro: 'EUR',
  },
  ...{
    kr: 'kr',
    Fr: 'CHF',
    SFr: 'CHF',
    Fs: 'CHF',
    'S/': 'PEN',
    đ: 'VND',
    din: 'RSD',
    euros: 'EUR',
    грн: 'UAH',
  },
};
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'));

/** Units as they are written beside numbers in any language; the first of each group names it. */
const UNITS = new Map(
  (
    'g gr|kg|mg|µg|t|lb lbs|oz|st|mm|cm|dm|km|µm|nm|mi|in ″ "|ft ′|yd|ha|ac|l L ℓ|ml mL|cl cL|dl dL|hl|gal|' +
    '°|° C °C ℃|°F ℉|s sec Sek sek|ms|ns|min Min mins|h hr hrs Std std Uhr|d days day Tage Tag|' +
    'W|kW|MW|GW|Wh|kWh|MWh|V|kV|mV|A|mA|Ah|mAh|Hz|kHz|MHz|GHz|Pa|hPa|kPa|MPa|bar|mbar|psi|J|kJ|kcal|cal|N|Nm|' +
    'lm|lx|cd|dB|dBA|Ω|kΩ|px|pt|dpi|ppm|rpm|bit|kB KB|MB|GB|TB|PB|KiB|MiB|GiB|TiB|Mbit Mb|Gbit Gb|PS hp|' +
    'pcs pc Stk Stck St Stück ks szt|mph|kn|fps|m²|m³'
  )
    .split('|')
    .flatMap((spellings) => {
      const [id = '', ...others] = spellings.split(' ');
      return [id, ...others].map((spelling) => [spelling, id] as const);
    }),
);

/** Scales that Intl does not write this way, or in these languages only. */
const SCALES: Record<string, number> = {
  ...{
    tsd: 3,
    teur: 3,
    'T€': 3,
    тыс: 3,
    tys: 3,
    mio: 6,
    mln: 6,
    млн: 6,
    mrd: 9,
    mld: 9,
    bn: 9,
    млрд: 9,
  },
  ...{ lac: 5, lacs: 5, lakh: 5, lakhs: 5, crore: 7, crores: 7, thousand: 3, millions: 6, billions: 9 },
  ...{ 千: 3, 万: 4, 萬: 4, 億: 8, 亿: 8, 兆: 12, 천: 3, 만: 4, 억: 8, 조: 12 },
  ...{ '%': -2, percent: -2, prozent: -2, pct: -2, '٪': -2, '‰': -3, '¢': -2, ct: -2, cent: -2, cents: -2 },
};
/** These may be taken as they stand or for the parts of a whole that they are. */
const PARTS = /^(?:[%‰¢٪]|percent|prozent|pct|cts?|cents?)$/i;
/** Thousand, million or billion where it stands at the number or at money, else perhaps a unit. */
const LETTERS: Record<string, number> = { k: 3, K: 3, m: 6, mn: 6, M: 6, B: 9 };

/** Reads a word beside a number. `isClose`: nothing is between them; `isMoney`: a currency is there too. */
export function numberWord(
  word: string,
  language: string | null,
  { isClose, isMoney }: { isClose: boolean; isMoney: boolean },
): NumberWord | null {
  const bare = word.length > 1 ? word.replace(/\.$/, '') : word;
  const unit = unitOf(isMoney ? bare.replace(/^\//, '') : bare);
  const own = scalesOf(language).get(plainWord(bare));
  if (own !== undefined && bare.length > 1)
    return { kind: 'scale', exponent: own, isSure: isMoney || unit === null };
  const letter = own ?? LETTERS[bare];
  if (letter !== undefined) {
    const isLikely = bare === 'k' || (isClose && !/^mn?$/.test(bare));
    return { kind: 'scale', exponent: letter, isSure: isMoney || (isLikely && unit === null) };
  }
  if (bare === 'DR' || bare === 'Dr' || bare === 'CR' || (bare === 'Cr' && !isMoney))
    return { kind: 'side', sign: /^D/.test(bare) ? -1 : 1 };
  if ((bare === 'S' || bare === 'H') && /^de\b/i.test(language ?? 'de'))
    return { kind: 'side', sign: bare === 'S' ? -1 : 1 };
  if (bare === 'Cr') return { kind: 'scale', exponent: 7, isSure: true };
  const money =
    MONEY[bare] ?? (CURRENCY_CODES.has(bare) || /^(?:[A-Z]{1,3}\$|\p{Sc})$/u.test(bare) ? bare : null);
  if (money !== null && bare !== '¢') return { kind: 'unit', id: money, isMoney: true };
  if (unit !== null) return { kind: 'unit', id: unit, isMoney: false };
  const scale = SCALES[plainWord(bare)] ?? sharedScale(plainWord(bare));
  return scale === null ? null : { kind: 'scale', exponent: scale, isSure: !PARTS.test(bare) };
}

/** A unit, also squared, cubed or per another: m², kg/m³, km/h. */
function unitOf(word: string): string | null {
  const parts = word.split('/').map((part) => {
    const [, base = '', power = ''] = /^(.+?)([²³]?)$/.exec(part) ?? [];
    const id = MONEY[part] ?? UNITS.get(part);
    if (id !== undefined) return id;
    const length = base === 'm' ? base : UNITS.get(base);
    return power && length ? `${length}${power}` : null;
  });
  return parts.includes(null) ? null : parts.join('/');
}

const plainWord = (word: string): string => (word.length < 3 ? word : word.toLowerCase().replace(/\.$/, ''));

const scales = new Map<string, ReadonlyMap<string, number>>();

/** Words for powers of ten, short and long, as a language counts: Indian lakhs, Chinese ten thousands. */
function scalesOf(language: string | null): ReadonlyMap<string, number> {
  const key = language ?? '';
  const known = scales.get(key);
  if (known) return known;
  const found = new Map<string, number>();
  for (const compactDisplay of language ? (['short', 'long'] as const) : []) {
    const style = { notation: 'compact', compactDisplay, numberingSystem: 'latn' } as const;
    const format = ofLanguage(() => new Intl.NumberFormat(key, style), null);
    for (let exponent = 3; format && exponent <= 12; exponent += 1)
      for (const count of exponent % 3 === 0 ? [1, 2, 5] : [1]) {
        const parts = format.formatToParts(count * 10 ** exponent);
        const text = (type: string) =>
          parts.flatMap((part) => (part.type === type ? part.value : [])).join('');
        const whole = Number(text('integer'));
        const word = plainWord(text('compact').replace(/(.)\.$/, '$1'));
        if (word && whole && !found.has(word))
          found.set(word, Math.round(Math.log10((count * 10 ** exponent) / whole)));
      }
  }
  scales.set(key, found);
  return found;
}

/** What Intl says in a language; otherwise where what the page says is no language. */
export function ofLanguage<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/** Reads a word of another language on a page in English, if languages agree on it, unlike on "mil". */
function sharedScale(word: string): number | null {
  if (!/^\p{L}{4,}$/u.test(word)) return null;
  const meant = new Set(['en', 'de', 'fr', 'es'].flatMap((language) => scalesOf(language).get(word) ?? []));
  const [only, another] = meant;
  return another === undefined ? (only ?? null) : null;
}
