import { isRecord } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';
import { type Document, findValues, textOf } from './find-values.ts';
import { labelled } from './labels.ts';
import type { ScanOptions } from './options.ts';
import { currencyIn } from './parse-value.ts';
import { readScanProperties, type Wanted } from './wanted.ts';

const TOTAL_LABELS = [
  ...['grand total', 'total due', 'amount due', 'balance due', 'total amount', 'total incl VAT'],
  ...['total including VAT', 'total'],
];

/** The details of an invoice; the documents show none of their names (README, Choices). */
const DETAILS: ReadonlyMap<string, Wanted> = new Map<string, Wanted>([
  [
    'invoiceNumber',
    {
      kind: 'code',
      labels: [
        'invoice number',
        'invoice no',
        'invoice nr',
        'invoice #',
        'receipt no',
        'receipt number',
        'invoice',
      ],
    },
  ],
  [
    'invoiceDate',
    { kind: 'date', labels: ['invoice date', 'date of issue', 'issue date', 'issued', 'date'] },
  ],
  ['dueDate', { kind: 'date', labels: ['due date', 'payment due', 'pay by', 'due'] }],
  ['supplierName', { kind: 'text', labels: ['from', 'seller', 'supplier', 'vendor', 'issued by'] }],
  ['supplierTaxId', { kind: 'code', labels: ['VAT number', 'VAT no', 'VAT id', 'tax id', 'tax number'] }],
  [
    'customerName',
    { kind: 'text', labels: ['bill to', 'billed to', 'invoice to', 'sold to', 'customer', 'client'] },
  ],
  ['subtotal', { kind: 'amount', labels: ['subtotal', 'sub total', 'net amount', 'net total'] }],
  ['taxAmount', { kind: 'amount', labels: ['VAT', 'sales tax', 'tax'] }],
  ['totalAmount', { kind: 'amount', labels: TOTAL_LABELS }],
]);

const ITEMS: Wanted = {
  kind: 'table',
  labels: ['items'],
  columns: new Map<string, Wanted>([
    ['description', { kind: 'text', labels: ['description', 'item', 'product', 'article', 'service'] }],
    ['quantity', { kind: 'number', labels: ['quantity', 'qty', 'pieces', 'hours'] }],
    ['unitPrice', { kind: 'number', labels: ['unit price', 'price each', 'price', 'rate'] }],
    ['total', { kind: 'number', labels: ['line total', 'amount', 'total'] }],
  ]),
};

/** Extra fields of an invoice: `{ <name>: { type: string, number, boolean or array, description } }`. */
export function readExtraFields(fields: Record<string, unknown>): Map<string, Wanted> {
  const field = 'options.getExtraFields';
  for (const [name, one] of Object.entries(fields)) {
    const type = isRecord(one) ? one.type : undefined;
    if (!['string', 'number', 'boolean', 'array'].some((known) => known === type)) {
      refuseField(`${field}.${name}`, `${field}.${name}.type must be string, number, boolean or array.`);
    }
  }
  return Object.keys(fields).length === 0 ? new Map() : readScanProperties(field, fields);
}

export function findInvoice(document: Document, options: ScanOptions, extra: ReadonlyMap<string, Wanted>) {
  const wanted = new Map(DETAILS);
  if (options.getInvoiceItems) wanted.set('items', ITEMS);
  for (const [name, one] of extra) wanted.set(name, one);
  const found = findValues(document, wanted);
  const currency = currencyOf(document);
  return currency === undefined ? found : { ...found, currency };
}

/** The currency beside a total, else the only one of the whole text. */
function currencyOf(document: Document): string | undefined {
  for (const { row } of labelled(document, TOTAL_LABELS)) {
    const currency = currencyIn(row.cells.map(({ text }) => text).join(' '));
    if (currency !== undefined) return currency;
  }
  return currencyIn(textOf(document));
}
