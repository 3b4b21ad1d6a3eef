/** Test pages with data to import. */

export const PRICE_LIST = `<!doctype html><html lang="de"><title>Preise</title><style>.no{display:none}</style>
<nav><ul><li><a href="/a">Eins</a><li><a href="/b">Zwei</a><li><a href="/c">Drei</a></ul></nav>
<h2>Kurse</h2>
<table>
  <thead>
    <tr><th rowspan="2">Leistung</th><th colspan="2">Preis</th><th rowspan="2">Dauer</th></tr>
    <tr><th>normal</th><th>ermäßigt</th></tr>
  </thead>
  <tbody>
    <tr><th colspan="4">Einzeln</th></tr>
    <tr><td><a href="/kurs/1">Waschen</a></td><td>12,50 €</td><td rowspan="2">9,00 €</td><td>15</td></tr>
    <tr><td>Schneiden <span class="no">HIDDEN</span></td><td>1.034,00 €</td><td>45</td></tr>
    <tr class="no"><td>HIDDEN</td><td>1</td><td>1</td><td>1</td></tr>
    <tr><th colspan="4">Pakete</th></tr>
    <tr><td>Alles<table><tr><td>nested</td><td>table</td></tr><tr><td>is</td><td>another</td></tr></table></td><td>auf Anfrage</td><td></td><td>90</td></tr>
  </tbody>
  <tfoot><tr><td>Summe</td><td>1</td><td>1</td><td>1</td></tr></tfoot>
</table>`;

export const PROGRAMME = `<!doctype html><html lang="en"><title>Conference</title><meta name="description" content="Two days of small apps">
<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Small Apps Conference',
  subEvent: [
    {
      '@type': 'Event',
      name: 'Opening',
      startDate: '2027-03-01T09:00:00Z',
      location: { '@type': 'Place', name: 'Hall 1' },
    },
    {
      '@type': 'Event',
      name: 'Tables everywhere',
      startDate: '2027-03-01T10:00:00Z',
      location: { '@type': 'Place', name: 'Hall 2' },
    },
  ],
})}</script><script type="application/ld+json">{ broken</script>
<p>See the programme.</p>
<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Ticket</b>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR"><span itemprop="price" content="120.00">120 €</span></div></div>`;

export const SHOP = `<!doctype html><html lang="en"><title>Shop</title><h1>Kettles</h1>
<div class="grid">
  <article class="card"><a href="/k/1"><img src="/1.jpg" width="80" height="80" alt="Blue kettle"><h3>Blue kettle</h3></a><p class="price">39.90 €</p><p class="stock">3 left</p></article>
  <article class="card sale"><a href="/k/2"><img src="/2.jpg" width="80" height="80" alt="Red kettle"><h3>Red kettle</h3></a><p class="price">44.00 €</p></article>
  <article class="card"><a href="/k/3"><img src="/3.jpg" width="80" height="80" alt="Small kettle"><h3>Small kettle</h3></a><p class="price">19.90 €</p><p class="stock">1 left</p></article>
</div>`;

/** A table of `rows` rows and six columns. */
export const bigTable = (rows: number): string =>
  `<!doctype html><html lang="en"><title>Big</title><table><thead><tr>${['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${Array.from(
    { length: rows },
    (_, row) =>
      `<tr>${Array.from({ length: 6 }, (_, column) => `<td>${column === 1 ? `<a href="/${row}">Row ${row}</a>` : `Cell ${row} ${column}`}</td>`).join('')}</tr>`,
  ).join('')}</tbody></table>`;

/** Classes with their teachers by name and a picture. */
export const CLASSES = `<!doctype html><html lang="en"><title>Classes</title><table>
<tr><th>name</th><th>teacher</th><th>photo</th><th>note</th></tr>
<tr><td>Yin</td><td>maja lind</td><td><img src="/yin.png" width="40" height="30"></td><td></td></tr>
<tr><td>Hatha</td><td>M. Lind</td><td></td><td>Slow</td></tr>
<tr><td>Kids</td><td>Nobody</td><td></td><td></td></tr></table>`;

const CLASS_ROWS = [
  ['Vinyasa 60', '18,00 €', '1. Dezember 2026', 'all', 'Maja Lind', 'Matten sind da'],
  ['Yin 75', '21,00 €', '1. Dezember 2026', 'all', 'Maja Lind', ''],
  ['Hatha 60', '18,00 €', '1. September 2026', 'beginner', 'Ole Brandt', ''],
  ['Zehnerkarte', '150,00 €', '1. Dezember 2026', 'all', '', 'Ein Jahr gültig'],
  ['Power flow', 'auf Anfrage', '1. Dezember 2026', 'expert', 'Ole Brandt', ''],
  ['Prenatal 60', '22,50 €', '8. Januar 2027', 'beginner', 'M. Lind', ''],
  ['Kids 45', '12,00 €', '8. Januar 2027', 'beginner', 'Ole Brandt', 'Mit Eltern'],
];

/** The price list of the pictures. */
export const CLASS_PRICES = `<!doctype html><html lang="de"><title>Class prices, Studio Nord</title><style>
:root { color-scheme: light dark } body { font: 16px/24px Georgia, serif; max-width: 860px; margin: 40px auto; padding: 0 24px }
h1 { font-size: 30px; margin: 0 0 24px } table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: 10px 12px 10px 0; border-bottom: 1px solid #8886 } th { font-weight: 600 }
td:nth-child(2), th:nth-child(2) { text-align: end }</style>
<h1>Studio Nord · Kurse und Preise</h1>
<table><tr><th>Name</th><th>Preis</th><th>Valid from</th><th>Level</th><th>Teacher</th><th>Hinweis</th></tr>
${CLASS_ROWS.map((cells) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('\n')}</table>`;
