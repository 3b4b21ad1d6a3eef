import type { PdfTemplate } from '../backend/backend.ts';
import { blocksOf } from '../pdf/blocks.ts';
import { drawPdf } from '../pdf/draw.ts';
import { renderTemplate } from '../pdf/render.ts';

/** What an invoice of the shop says; days as `YYYY-MM-DD`, amounts in euros. */
export interface InvoiceContent {
  number: string;
  customerName: string;
  issuedOn: string;
  dueOn: string;
  total: number;
  lines: { name: string; quantity: number; unitPrice: number; total: number }[];
}

/** The shop's own template, which its app fills through the PDF operation. */
export const INVOICE_TEMPLATE: PdfTemplate = {
  _id: 'invoice-template',
  label: 'Invoice',
  html: `<h1>Invoice</h1>
<p>From: Acme Storefront</p>
<p>Bill to: {{customerName}}</p>
<p>Invoice number: {{number}}</p>
<p>Invoice date: {{issuedOn}}</p>
<p>Due date: {{dueOn}}</p>
<table>
<tr><th>Description</th><th>Qty</th><th>Unit price</th><th>Amount</th></tr>
{{#each lines}}<tr><td>{{name}}</td><td>{{quantity}}</td><td>{{unitPrice}}</td><td>{{total}}</td></tr>
{{/each}}</table>
<hr>
<p><b>Total due: EUR {{total}}</b></p>
<p>Thank you for your order.</p>`,
};

export async function invoicePdf(content: InvoiceContent): Promise<Uint8Array<ArrayBuffer>> {
  const variables = {
    ...content,
    total: content.total.toFixed(2),
    lines: content.lines.map((line) => ({
      ...line,
      unitPrice: line.unitPrice.toFixed(2),
      total: line.total.toFixed(2),
    })),
  };
  const html = await renderTemplate(INVOICE_TEMPLATE.html, variables);
  return (await drawPdf(blocksOf(html), content.number)).bytes;
}
