import type { Language } from '../../shared/languages.ts';

/** Pages of our own that the pictures of the stores are taken on. */

const STYLE =
  'body{font:18px/1.65 Georgia,serif;margin:0;color:#26221d;background:#fff}header{padding:18px 56px;border-bottom:1px solid #e4ded5;font:600 15px system-ui}main{max-width:720px;padding:24px 56px}h1{font-size:36px;line-height:1.2;letter-spacing:-.01em}p.by{color:#7a7167;font:15px system-ui}table{border-collapse:collapse;width:100%}td,th{padding:10px;border-bottom:1px solid #e4ded5;text-align:left}';

const ARTICLE: Record<Language, { site: string; title: string; by: string; text: readonly string[] }> = {
  en: {
    site: 'The Neighbourhood Desk',
    title: 'Why small studios keep paper waiting lists',
    by: 'By Ines Albrecht, 14 November 2026',
    text: [
      'On a Tuesday evening in the back room of Studio Nord, nine people are unrolling mats and the owner, Marta, is crossing a tenth name out of a notebook. She has tried four booking services in six years, and the notebook has outlived all of them.',
      '“The software always wants an account first,” she says. “My regulars want to send me a message that says see you on Thursday, and that is the whole of it.” What she needs is smaller than what anybody sells: a list of the week, a way to pay, and a waiting list that asks the next person by itself.',
      'A full class is not a good class if three people do not come. Marta counted for a month: of 212 places booked, 31 stayed empty, and on eleven of those evenings somebody had been turned away.',
    ],
  },
  de: {
    site: 'Das Viertel',
    title: 'Warum kleine Studios Wartelisten auf Papier führen',
    by: 'Von Ines Albrecht, 14. November 2026',
    text: [
      'An einem Dienstagabend rollen neun Leute im Hinterzimmer von Studio Nord ihre Matten aus, und Marta, der es gehört, streicht einen zehnten Namen aus ihrem Heft. Vier Buchungsdienste hat sie in sechs Jahren ausprobiert, und das Heft hat sie alle überlebt.',
      '„Die Software will immer zuerst ein Konto“, sagt sie. „Meine Leute wollen mir schreiben: bis Donnerstag. Mehr ist es nicht.“ Was sie braucht, ist weniger als alles, was man kaufen kann: eine Liste der Woche, eine Bezahlung und eine Warteliste, die von selbst die Nächste fragt.',
      'Ein voller Kurs ist kein guter Kurs, wenn drei Leute nicht kommen. Marta hat einen Monat lang gezählt: Von 212 gebuchten Plätzen blieben 31 leer, und an elf dieser Abende war jemand abgewiesen worden.',
    ],
  },
};

export function waitingLists(language: Language): string {
  const { site, title, by, text } = ARTICLE[language];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><header>${site}</header><main><article><h1>${title}</h1><p class="by">${by}</p>${text.map((paragraph) => `<p>${paragraph}</p>`).join('')}</article></main>`;
}
waitingLists.wish = {
  en: 'A waiting list for a yoga studio that asks the next person by itself',
  de: 'Eine Warteliste für ein Yogastudio, die von selbst die Nächste fragt',
} satisfies Record<Language, string>;

const PRICES: Record<Language, { title: string; columns: readonly string[] }> = {
  en: { title: 'Our new prices', columns: ['Name', 'Price (€)', 'Duration (min)'] },
  de: { title: 'Unsere neuen Preise', columns: ['Name', 'Price (€)', 'Duration (min)'] },
};
const ROWS = [
  ['Haircut', '34', '45'],
  ['Beard trim', '18', '20'],
  ['Haircut and beard', '48', '60'],
  ['Hot towel shave', '28', '30'],
  ['Fringe', '9.50', '10'],
  ['Wedding set', 'on request', '120'],
  ['Grey blending', '38', '40'],
  ['Long hair', '52', '75'],
];

export function priceList(language: Language): string {
  const { title, columns } = PRICES[language];
  const row = (cells: readonly string[], cell: string) =>
    `<tr>${cells.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><table><thead>${row(columns, 'th')}</thead><tbody>${ROWS.map((cells) => row(cells, 'td')).join('')}</tbody></table></main>`;
}
