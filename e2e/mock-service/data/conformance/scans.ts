import { expect } from 'vitest';
import { notProvable, type Row, type Section } from '../../conformance/row.ts';
import { MODELS } from '../scan/options.ts';
import type { DataReply } from '../testing/client.ts';
import type { DataBench, SampleFiles } from './bench.ts';
import { row } from './surface.ts';

const COLOUR = { colour: { type: 'string', description: 'The colour of the sheet' } };
const SHEETS = ['red', 'green', 'blue'].map((colour) => ({ colour }));

interface Scan {
  fileName: string;
  /** Scans it, as often as it is called. */
  scan(options?: Record<string, unknown>, properties?: unknown): Promise<DataReply>;
  invoice(options?: Record<string, unknown>): Promise<DataReply>;
}

async function uploaded(bench: DataBench, file: keyof SampleFiles): Promise<Scan> {
  const fileName = await bench.upload(file === 'bill' ? 'bill.png' : 'file.pdf', bench.files[file]);
  return {
    fileName,
    scan: (options, properties = COLOUR) =>
      bench.call('POST', '/files/scan-document', { fileName, properties, ...(options && { options }) }),
    invoice: (options) =>
      bench.call('POST', '/files/scan-invoice', { fileName, ...(options && { options }) }),
  };
}

/** What is found for a property of this shape on the photographed bill. */
function shapeRow(what: string, name: string, property: unknown, found: unknown): Row<DataBench> {
  return row(`shape: ${what}`, async (bench) => {
    const { scan } = await uploaded(bench, 'bill');
    const { data, json } = await scan({}, { [name]: property });
    expect(data, JSON.stringify(json)).toEqual(found === undefined ? {} : { [name]: found });
  });
}

function refusedProperty(what: string, properties: unknown, field: string): Row<DataBench> {
  return row(`refused: ${what}`, async (bench) => {
    const { scan } = await uploaded(bench, 'threePages');
    await bench.refused(() => scan({}, properties), 400, field);
  });
}

function refusedOption(name: string, ...values: unknown[]): Row<DataBench> {
  return row(
    `option ${name} is not ${values.map((value) => JSON.stringify(value)).join(', ')}`,
    async (bench) => {
      const { scan } = await uploaded(bench, 'threePages');
      for (const value of values) {
        await bench.refused(() => scan({ [name]: value }), 400, `options.${name}`);
      }
    },
  );
}

const ITEMS = {
  type: 'array',
  description: 'What was delivered',
  items: {
    type: 'object',
    properties: {
      description: { type: 'string', description: 'What it is' },
      qty: { type: 'number', description: 'How many' },
    },
  },
};

export const SCANS: Section<DataBench>[] = [
  {
    section: 'Resources: scan properties',
    rows: [
      shapeRow('text', 'from', { type: 'string', description: 'Who sent it' }, 'Harbour Freight Services'),
      shapeRow(
        'text, by a label that the description quotes',
        'sender',
        { type: 'string', description: 'Beside "From"' },
        'Harbour Freight Services',
      ),
      shapeRow(
        'date',
        'due date',
        { type: 'string', format: 'date', description: 'When to pay' },
        '2026-11-18',
      ),
      shapeRow('number', 'subtotal', { type: 'number', description: 'Before tax' }, 408.5),
      shapeRow(
        'one of the listed values',
        'kind',
        { type: 'string', enum: ['Receipt', 'Invoice'], description: 'What it is' },
        'Invoice',
      ),
      shapeRow(
        'list of text',
        'bill to',
        { type: 'array', description: 'To whom', items: { type: 'string', description: 'Name' } },
        ['Acme Storefront'],
      ),
      shapeRow('list of objects', 'goods', ITEMS, [
        { description: 'Pallet transport, two stops', qty: 2 },
        { description: 'Storage, per week', qty: 3 },
      ]),
      shapeRow(
        'type enum',
        'kind',
        { type: 'enum', enum: ['Invoice'], description: 'What it is' },
        'Invoice',
      ),
      shapeRow(
        'type object',
        'sums',
        { type: 'object', properties: { subtotal: { type: 'number' } } },
        { subtotal: 408.5 },
      ),
      shapeRow(
        'what can not be found is absent',
        'shoe size',
        { type: 'number', description: 'In Paris points' },
        undefined,
      ),
      refusedProperty('no properties', {}, 'properties'),
      refusedProperty('properties that are no map', ['colour'], 'properties'),
      refusedProperty('a type that is none', { colour: { type: 'colour' } }, 'properties.colour.type'),
      refusedProperty(
        'an enum without values',
        { colour: { type: 'string', enum: [] } },
        'properties.colour.enum',
      ),
      refusedProperty(
        'a description that is no text',
        { colour: { type: 'string', description: 5 } },
        'properties.colour.description',
      ),
      notProvable(
        'the description guides the extraction model',
        'no model can run here: its short and quoted words are taken as labels',
      ),
    ],
  },
  {
    section: 'Resources: scan options',
    rows: [
      ...MODELS.map((model) =>
        row(`model ${model} takes images`, async (bench) => {
          const { scan } = await uploaded(bench, 'bill');
          expect((await scan({ model }, { subtotal: { type: 'number' } })).data).toEqual({ subtotal: 408.5 });
        }),
      ),
      ...(['docscan', 'docscan-pro'] as const).map((model) =>
        row(`model ${model} takes PDF files`, async (bench) => {
          const { scan } = await uploaded(bench, 'threePages');
          expect((await scan({ model })).data).toEqual({ colour: 'red' });
        }),
      ),
      row('model docscan-eye-pro takes images only', async (bench) => {
        const { scan, invoice } = await uploaded(bench, 'threePages');
        await bench.refused(() => scan({ model: 'docscan-eye-pro' }), 400, 'options.model');
        await bench.refused(() => invoice({ model: 'docscan-eye-pro' }), 400, 'options.model');
      }),
      row('model: docscan by default, the others cost more', async (bench) => {
        const { scan } = await uploaded(bench, 'bill');
        const costs: number[] = [];
        for (const model of [undefined, ...MODELS]) {
          const before = bench.control.counters().effects.creditsCharged;
          await scan({ ...(model && { model }) }, { subtotal: { type: 'number' } });
          costs.push(Math.round((bench.control.counters().effects.creditsCharged - before) * 1_000) / 1_000);
        }
        const [byDefault, docscan = 0, pro = 0, eye = 0] = costs;
        expect(byDefault).toBe(docscan);
        expect(docscan < pro && pro < eye).toBe(true);
      }),
      row(
        'removeFileAfterScan: the file is removed permanently; without it the file stays',
        async (bench) => {
          const { scan, fileName } = await uploaded(bench, 'threePages');
          await scan({ removeFileAfterScan: false });
          await scan({ removeFileAfterScan: true });
          await bench.refused(() => scan(), 404);
          await bench.refused(() => bench.call('GET', `/files/download/${fileName}`), 404);
        },
      ),
      row('returnOcrFullResult: all text, with the place of every word and character', async (bench) => {
        const { scan } = await uploaded(bench, 'bill');
        const { ocrFullResult, ...found } = (
          await scan({ returnOcrFullResult: true }, { subtotal: { type: 'number' } })
        ).data;
        expect(found).toEqual({ subtotal: 408.5 });
        expect(ocrFullResult.text).toContain('Harbour Freight Services');
        const word = ocrFullResult.fullDetails[0].words.find(
          ({ text }: { text: string }) => text === 'Harbour',
        );
        const box = {
          x: expect.any(Number),
          y: expect.any(Number),
          width: expect.any(Number),
          height: expect.any(Number),
        };
        expect(word.box).toEqual(box);
        expect(word.characters.map(({ text }: { text: string }) => text).join('')).toBe('Harbour');
        expect(word.characters[0].box).toEqual(box);
      }),
      row('maxPages: so many pages, from the first', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        const options = { maxPages: 2, processEveryPdfPageAsDifferentScan: true };
        expect((await scan(options)).data).toEqual(SHEETS.slice(0, 2));
      }),
      row('pdfPages: just these, counted from 1', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        const options = { pdfPages: [3, 1], processEveryPdfPageAsDifferentScan: true };
        expect((await scan(options)).data).toEqual([SHEETS[2], SHEETS[0]]);
        expect((await scan({ pdfPages: [2] })).data).toEqual(SHEETS[1]);
      }),
      row('pdfPages: a page that the PDF has not', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        await bench.refused(() => scan({ pdfPages: [4] }), 400, 'pdfPages');
      }),
      row('scanDescription: how to obtain a value that is not found without it', async (bench) => {
        const { scan } = await uploaded(bench, 'bill');
        const booking = { booking: { type: 'string', description: 'What our books call it by' } };
        expect((await scan({}, booking)).data).toEqual({});
        const scanDescription = 'The booking stands beside "Invoice number".';
        expect((await scan({ scanDescription }, booking)).data).toEqual({ booking: 'HFS/26/1184' });
      }),
      row('processEveryPdfPageAsDifferentScan: an object a page, else one for all', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        expect((await scan({ processEveryPdfPageAsDifferentScan: true })).data).toEqual(SHEETS);
        expect((await scan({ processEveryPdfPageAsDifferentScan: false })).data).toEqual(SHEETS[0]);
      }),
      row('getInvoiceItems: the list of items, only when asked for', async (bench) => {
        const { invoice } = await uploaded(bench, 'bill');
        expect((await invoice()).data.items).toBeUndefined();
        expect((await invoice({ getInvoiceItems: true })).data.items).toEqual([
          { description: 'Pallet transport, two stops', quantity: 2, unitPrice: 148, total: 296 },
          { description: 'Storage, per week', quantity: 3, unitPrice: 37.5, total: 112.5 },
        ]);
      }),
      row('getExtraFields: text, number, boolean and array', async (bench) => {
        const { invoice } = await uploaded(bench, 'bill');
        const getExtraFields = {
          sender: { type: 'string', description: '"From"' },
          subtotalAgain: { type: 'number', description: 'Subtotal' },
          paid: { type: 'boolean', description: 'Whether it is paid' },
          recipients: { type: 'array', description: '"Bill to"' },
        };
        const { data } = await invoice({ getExtraFields });
        expect(data).toMatchObject({
          sender: 'Harbour Freight Services',
          subtotalAgain: 408.5,
          recipients: ['Acme Storefront'],
          invoiceNumber: 'HFS/26/1184',
        });
        expect(data.paid, 'it is not on the bill').toBeUndefined();
      }),
      row('getExtraFields: another type is refused', async (bench) => {
        const { invoice } = await uploaded(bench, 'bill');
        const getExtraFields = { sender: { type: 'object', description: 'x' } };
        await bench.refused(() => invoice({ getExtraFields }), 400, 'options.getExtraFields.sender');
      }),
      refusedOption('model', 'docscan-eye', 5),
      refusedOption('removeFileAfterScan', 'perhaps'),
      refusedOption('returnOcrFullResult', 5),
      refusedOption('maxPages', 0, 1.5, 'all'),
      refusedOption('pdfPages', 1, [], [0]),
      refusedOption('scanDescription', 5),
      refusedOption('processEveryPdfPageAsDifferentScan', 'each'),
      refusedOption('getInvoiceItems', 'all'),
      refusedOption('getExtraFields', 'all'),
      notProvable('docscan-pro is smarter, docscan-eye-pro sees colours and shapes', 'no model can run here'),
    ],
  },
  {
    section: 'Endpoints: scans and OCR',
    rows: [
      row('POST /files/scan-invoice: the details of an invoice', async (bench) => {
        const { invoice } = await uploaded(bench, 'bill');
        expect((await invoice()).data).toEqual({
          invoiceNumber: 'HFS/26/1184',
          invoiceDate: '2026-10-19',
          dueDate: '2026-11-18',
          supplierName: 'Harbour Freight Services',
          supplierTaxId: 'GB293841756',
          customerName: 'Acme Storefront',
          subtotal: 408.5,
          taxAmount: 81.7,
          totalAmount: 490.2,
          currency: 'GBP',
        });
      }),
      row('a PDF that is only a picture is recognized', async (bench) => {
        const { invoice } = await uploaded(bench, 'scannedBill');
        expect((await invoice()).data).toMatchObject({
          supplierName: 'Clay Works Delft',
          totalAmount: 1367.78,
        });
      }),
      row(
        'POST /files/ocr/image: text, and details with language, page and position (gaps page)',
        async (bench) => {
          const { fileName } = await uploaded(bench, 'bill');
          const { data } = await bench.call('POST', '/files/ocr/image', { fileName });
          expect(data.text).toContain('Invoice number: HFS/26/1184');
          expect(data.fullDetails).toMatchObject([{ language: 'eng', page: 1 }]);
          expect(data.fullDetails[0].words[0].box.width).toBeGreaterThan(0);
        },
      ),
      row('POST /files/ocr/pdf: the same of every page', async (bench) => {
        const { fileName } = await uploaded(bench, 'threePages');
        const { data } = await bench.call('POST', '/files/ocr/pdf', { fileName });
        expect(data.text).toContain('Colour: blue');
        expect(data.fullDetails.map(({ page }: { page: number }) => page)).toEqual([1, 2, 3]);
      }),
      row('OCR of an image is not for PDFs, nor the other way round', async (bench) => {
        const [image, pdf] = [await uploaded(bench, 'bill'), await uploaded(bench, 'threePages')];
        await bench.refused(
          () => bench.call('POST', '/files/ocr/image', { fileName: pdf.fileName }),
          400,
          'fileName',
        );
        await bench.refused(
          () => bench.call('POST', '/files/ocr/pdf', { fileName: image.fileName }),
          400,
          'fileName',
        );
      }),
      row('a file that is none, or is broken', async (bench) => {
        const ask = (fileName: unknown) => () => bench.call('POST', '/files/scan-invoice', { fileName });
        await bench.refused(ask(undefined), 400, 'fileName');
        await bench.refused(ask('none.png'), 404);
        const broken = await bench.upload('broken.pdf', '%PDF-1.7 and no more');
        await bench.refused(ask(broken), 400, 'fileName');
      }),
    ],
  },
  {
    section: 'Scans and the feature scan of the first document',
    rows: [
      row('every page is a unit of it', async (bench) => {
        const { scan, fileName } = await uploaded(bench, 'threePages');
        await scan();
        await scan({ maxPages: 1 });
        await bench.call('POST', '/files/ocr/pdf', { fileName });
        const { features } = (await bench.account('GET', '/projects/shop/limits')).data;
        expect(features.scan).toMatchObject({ unit: 'pages', consumed: { units: 7 } });
        expect(features.scan.consumed.credits).toBeGreaterThan(0);
      }),
      row('a spent budget refuses scans and OCR, at no cost', async (bench) => {
        const { scan, fileName } = await uploaded(bench, 'threePages');
        await bench.account('PUT', '/projects/shop/limits', { features: { scan: { monthlyUnitCap: 3 } } });
        await scan();
        const { json } = await bench.refused(() => scan(), 429);
        expect(json).toMatchObject({
          code: 'FEATURE_LIMIT_REACHED',
          feature: 'scan',
          limit: 3,
          used: 3,
          unit: 'pages',
        });
        await bench.refused(() => bench.call('POST', '/files/ocr/pdf', { fileName }), 429);
        await bench.account('PUT', '/projects/shop/limits', { features: { scan: { monthlyUnitCap: null } } });
        expect((await scan()).status).toBe(200);
      }),
      row('its warning and its end are told as webhooks', async (bench) => {
        for (const event of ['project.feature_limit.warning', 'project.feature_limit.reached']) {
          await bench.account('PUT', '/webhooks', { url: 'https://hooks.test/in', event });
        }
        const { scan } = await uploaded(bench, 'threePages');
        await bench.account('PUT', '/projects/shop/limits', { features: { scan: { monthlyUnitCap: 7 } } });
        const reported = async () => {
          const { webhooks } = (await bench.account('GET', '/webhooks')).data;
          const events: string[] = [];
          for (const { id, event } of webhooks) {
            const { deliveries } = (await bench.account('GET', `/webhooks/${id}/deliveries`)).data;
            if (deliveries.length > 0) events.push(event);
          }
          return events;
        };
        await scan();
        expect(await reported()).toEqual([]);
        await scan();
        expect(await reported()).toEqual(['project.feature_limit.warning']);
        await scan();
        expect((await reported()).toSorted()).toEqual([
          'project.feature_limit.reached',
          'project.feature_limit.warning',
        ]);
      }),
      row('switched off, it refuses scans', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        await bench.account('PUT', '/projects/shop/limits', { features: { scan: { enabled: false } } });
        const { json } = await bench.refused(() => scan(), 403);
        expect(json.code).toBe('FEATURE_DISABLED');
      }),
      row('a scan that fails costs nothing', async (bench) => {
        const { scan } = await uploaded(bench, 'threePages');
        await bench.refused(() => scan({ pdfPages: [9] }), 400);
        const { features } = (await bench.account('GET', '/projects/shop/limits')).data;
        expect(features.scan.consumed).toEqual({ credits: 0, units: 0 });
      }),
    ],
  },
];
