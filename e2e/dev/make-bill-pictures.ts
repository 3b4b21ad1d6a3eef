import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { SUPPLIER_BILLS, type SupplierBill, sumsOf } from '../mock-service/data/demo/supplier-bills.ts';
import { findBrowser } from './find-browser.ts';

const PICTURES = join(import.meta.dirname, '../mock-service/data/demo/pictures');

/** Regenerates the pictures of the demo's supplier bills: `node e2e/dev/make-bill-pictures.ts`. */
const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 1.5 });
for (const bill of SUPPLIER_BILLS) {
  await page.setContent(pageOf(bill));
  await writeFile(join(PICTURES, bill.picture), await page.screenshot({ fullPage: true }));
}
await browser.close();

function pageOf(bill: SupplierBill): string {
  const { subtotal, tax, total } = sumsOf(bill);
  const money = (amount: number) =>
    `${bill.currency} ${amount.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const date = (text: string) => {
    const day = new Date(`${text}T00:00:00Z`);
    switch (bill.dateStyle) {
      case 'iso':
        return text;
      case 'named':
        return day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
      case 'slashes':
        return day.toLocaleDateString('en-GB', { timeZone: 'UTC' });
    }
  };
  const rows = bill.items.map(
    ({ description, quantity, unitPrice }) =>
      `<tr><td>${description}</td><td>${quantity}</td><td>${unitPrice.toFixed(2)}</td><td>${(quantity * unitPrice).toFixed(2)}</td></tr>`,
  );
  return `<!doctype html><style>
    body { font: 16px Arial, Helvetica, sans-serif; margin: 32px; color: #000; background: #fff }
    * { -webkit-font-smoothing: none }
    h1 { font-size: 26px } table { border-collapse: collapse; width: 100%; margin: 20px 0 }
    td, th { text-align: left; padding: 6px 0 } td + td, th + th { text-align: right }
    th { border-bottom: 1px solid #000 } p { margin: 6px 0 }
    .sums { width: 60%; margin-left: 40% }
  </style>
  <h1>INVOICE</h1>
  <p>From: ${bill.supplier}</p><p>VAT number: ${bill.taxId}</p>
  <p>Bill to: Acme Storefront</p>
  <p>Invoice number: ${bill.number}</p>
  <p>Invoice date: ${date(bill.date)}</p><p>Due date: ${date(bill.dueDate)}</p>
  <table><tr><th>Description</th><th>Qty</th><th>Unit price</th><th>Amount</th></tr>${rows.join('')}</table>
  <table class="sums"><tr><td>Subtotal</td><td>${money(subtotal)}</td></tr>
  <tr><td>VAT ${bill.taxPercent}%</td><td>${money(tax)}</td></tr>
  <tr><td>Total due</td><td>${money(total)}</td></tr></table>`;
}
