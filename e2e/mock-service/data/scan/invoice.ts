import { isRecord } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';
import { type Document, findValues } from './find-values.ts';
import type { ScanOptions } from './options.ts';
import { readScanProperties, type Wanted } from './wanted.ts';

/** The details of an invoice; the documents show none of their names (README, Choices). */
const DETAILS: ReadonlyMap<string, Wanted> = new Map<string, Wanted>([
  ['invoiceNumber', { kind: 'text', labels: ['invoice number'] }],
  ['invoiceDate', { kind: 'date', labels: ['invoice date'] }],
  ['dueDate', { kind: 'date', labels: ['due date'] }],
  ['supplierName', { kind: 'text', labels: ['from'] }],
  ['supplierTaxId', { kind: 'text', labels: ['VAT number'] }],
  ['customerName', { kind: 'text', labels: ['bill to'] }],
  ['subtotal', { kind: 'number', labels: ['subtotal'] }],
  ['taxAmount', { kind: 'number', labels: ['VAT'] }],
  ['totalAmount', { kind: 'number', labels: ['total due'] }],
]);

const ITEMS: Wanted = {
  kind: 'table',
  labels: ['items'],
  columns: new Map<string, Wanted>([
    ['description', { kind: 'text', labels: ['description'] }],
    ['quantity', { kind: 'number', labels: ['qty'] }],
    ['unitPrice', { kind: 'number', labels: ['unit price'] }],
    ['total', { kind: 'number', labels: ['amount'] }],
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
  const [currency] = /^[A-Z]{3}(?= )/.exec(document.values.get('total due') ?? '') ?? [];
  return { ...findValues(document, wanted), ...(currency !== undefined && { currency }) };
}
