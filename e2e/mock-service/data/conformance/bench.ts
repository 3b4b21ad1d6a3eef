import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import type { Control } from '../../control/control.ts';
import { type LocalService, startLocalService } from '../../service.ts';
import { type Client, clientOf } from '../../testing/client.ts';
import { type DataClient, type DataReply, dataClientOf, fileForm } from '../testing/client.ts';
import { SAMPLE_PAGE, SAMPLE_TABLES, SAMPLE_TEMPLATE } from '../testing/sample-tables.ts';

/** Tools of a row: a project with tables of every kind, another project, and files to scan. */
export interface DataBench {
  service: LocalService;
  control: Control;
  call: DataClient;
  /** With the key of another project, which has one table, `secret`. */
  other: DataClient;
  /** The account's own service. */
  account: Client;
  /** A record of a table; returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  add(type: string, values: Record<string, unknown>): Promise<any>;
  upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string>;
  /** Names of what a list answers. */
  names(path: string): Promise<string[]>;
  files: SampleFiles;
  /** Expects a refusal with nothing created; the problem names `field`. */
  refused(ask: () => Promise<DataReply>, status: number, field?: string): Promise<DataReply>;
}

export interface SampleFiles {
  /** A photographed bill. */
  bill: Uint8Array<ArrayBuffer>;
  /** Another, as a scanner makes a PDF of it. */
  scannedBill: Uint8Array<ArrayBuffer>;
  /** A PDF of three pages with text of its own. */
  threePages: Uint8Array<ArrayBuffer>;
}

/** Time starts in the middle of a month, so that no month ends by accident. */
const START = Date.UTC(2026, 10, 15, 12);

export async function openDataBench() {
  const files = sampleFiles();
  const service = await startLocalService({ clock: createClock({ stepped: true, start: START }) });
  return {
    fresh(): DataBench {
      service.control.reset();
      return benchOf(service, files);
    },
    close: () => service.stop(),
  };
}

function sampleFiles(): SampleFiles {
  const read = (...path: string[]) => new Uint8Array(readFileSync(join(import.meta.dirname, ...path)));
  return {
    bill: read('../demo/pictures/harbour-freight.png'),
    scannedBill: read('../demo/pictures/clay-works.pdf'),
    threePages: read('files/sheets.pdf'),
  };
}

function benchOf(service: LocalService, files: SampleFiles): DataBench {
  const { control } = service;
  control.addProject({ projectId: 'shop', label: 'The shop' });
  control.addTables('shop', SAMPLE_TABLES);
  control.addPage('shop', SAMPLE_PAGE);
  control.addPdfTemplate('shop', SAMPLE_TEMPLATE);
  control.addProject({ projectId: 'elsewhere' });
  control.addTables('elsewhere', [{ type: 'secret', properties: [{ name: 'name' }] }]);
  const call = dataClientOf(service, 'data-local-shop');
  return {
    service,
    control,
    call,
    other: dataClientOf(service, 'data-local-elsewhere'),
    account: clientOf(service),
    files,
    async add(type, values) {
      const { status, data, json } = await call('POST', `/crud/${type}`, values);
      expect(status, JSON.stringify(json)).toBe(200);
      return data;
    },
    async upload(name, content) {
      return (await call('POST', '/files/upload', fileForm(name, content))).data;
    },
    async names(path) {
      const { data, json } = await call('GET', path);
      expect(data, JSON.stringify(json)).toBeInstanceOf(Array);
      return data.map((one: { name: string }) => one.name);
    },
    async refused(ask, status, field) {
      const before = { ...control.counters().effects };
      const reply = await ask();
      expect(reply.status, JSON.stringify(reply.json)).toBe(status);
      const { title, detail, traceId } = reply.json;
      expect([title, detail, traceId].map((one) => typeof one)).toEqual(['string', 'string', 'string']);
      if (field !== undefined) {
        expect(reply.json.field).toBe(field);
        expect(detail).toContain(field);
      }
      expect(control.counters().effects).toEqual(before);
      return reply;
    },
  };
}
