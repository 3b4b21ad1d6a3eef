import { expect } from 'vitest';
import type { Section } from '../../conformance/row.ts';
import { fileForm } from '../testing/client.ts';
import type { DataBench } from './bench.ts';
import { row } from './surface.ts';

const HOUR_MS = 3_600_000;

export const FILES: Section<DataBench>[] = [
  {
    section: 'Endpoints: files',
    rows: [
      row('POST /files/upload answers the file name id, which ends in the extension', async ({ call }) => {
        const { data } = await call('POST', '/files/upload', fileForm('Scan of May.PDF', 'x'));
        expect(data).toMatch(/^[0-9a-f]{24}\.pdf$/);
      }),
      row('the form field fileName names the file, with or without its extension', async ({ call }) => {
        const upload = (fileName: string) =>
          call('POST', '/files/upload', fileForm('a.png', 'x', { fileName }));
        expect((await upload('photo.jpg')).data).toMatch(/\.jpg$/);
        expect((await upload('photo')).data).toMatch(/\.png$/);
      }),
      row('two uploads of one name are two files', async (bench) => {
        const [first, second] = [await bench.upload('a.txt', '1'), await bench.upload('a.txt', '2')];
        expect(first).not.toBe(second);
      }),
      row('compressFile may be asked for (gaps page)', async ({ call }) => {
        const { data } = await call('POST', '/files/upload?compressFile=true', fileForm('a.png', 'x'));
        expect(data).toMatch(/\.png$/);
      }),
      row('an upload that is no form, has no file, or is broken off', async (bench) => {
        const form = new FormData();
        form.append('fileName', 'a.txt');
        await bench.refused(() => bench.call('POST', '/files/upload', form), 400, 'file');
        await bench.refused(() => bench.call('POST', '/files/upload', { file: 'x' }), 400, 'file');
        const headers = { 'content-type': 'multipart/form-data; boundary=x' };
        await bench.refused(() => bench.call('POST', '/files/upload', '--x\r\nhalf', headers), 400, 'file');
      }),
      row(
        'GET /files/download/{fileName}: a list with one address, which downloads without a key',
        async (bench) => {
          const id = await bench.upload('Résumé 1.txt', 'what it says');
          const { data } = await bench.call('GET', `/files/download/${id}`);
          expect(data).toHaveLength(1);
          const response = await fetch(data[0]);
          expect([response.status, await response.text()]).toEqual([200, 'what it says']);
          expect(response.headers.get('content-type')).toContain('text/plain');
          expect(response.headers.get('content-disposition')).toContain('R%C3%A9sum%C3%A9%201.txt');
        },
      ),
      row('the address is good for 128 hours (gaps page)', async (bench) => {
        const id = await bench.upload('a.txt', 'x');
        const [address] = (await bench.call('GET', `/files/download/${id}`)).data;
        await bench.control.advance(128 * HOUR_MS - 1);
        expect((await fetch(address)).status).toBe(200);
        await bench.control.advance(1);
        expect((await fetch(address)).status).toBe(403);
      }),
      row('or until expirationTime, in epoch ms (gaps page)', async (bench) => {
        const id = await bench.upload('a.txt', 'x');
        const at = (ms: number) => `/files/download/${id}?expirationTime=${bench.control.now() + ms}`;
        const [address] = (await bench.call('GET', at(5_000))).data;
        await bench.control.advance(4_999);
        expect((await fetch(address)).status).toBe(200);
        await bench.control.advance(1);
        expect((await fetch(address)).status).toBe(403);
        await bench.refused(() => bench.call('GET', at(-1)), 400, 'expirationTime');
        await bench.refused(
          () => bench.call('GET', `/files/download/${id}?expirationTime=soon`),
          400,
          'expirationTime',
        );
      }),
      row('an address that was changed leads nowhere', async (bench) => {
        const [mine, yours] = [await bench.upload('a.txt', 'x'), await bench.upload('b.txt', 'y')];
        const [address] = (await bench.call('GET', `/files/download/${mine}`)).data;
        for (const changed of [
          address.replace(mine, yours),
          address.replace(/expires=\d/, 'expires=9'),
          `${address}0`,
        ]) {
          expect((await fetch(changed)).status).toBe(403);
        }
      }),
      row('States: DELETE /files/{fileName} removes it, its address too', async (bench) => {
        const id = await bench.upload('a.txt', 'x');
        const [address] = (await bench.call('GET', `/files/download/${id}`)).data;
        expect((await bench.call('DELETE', `/files/${id}`)).json).toEqual({ errors: null, data: null });
        expect((await fetch(address)).status).toBe(404);
        await bench.refused(() => bench.call('GET', `/files/download/${id}`), 404);
      }),
    ],
  },
  {
    section: 'PDF from a template (gaps page)',
    rows: [
      row('answers a file name, under which it downloads', async (bench) => {
        const body = {
          templateId: 'letter',
          name: 'hello',
          variables: { person: { name: 'Ann' }, lines: [{ text: 'One' }] },
        };
        const { data } = await bench.call('POST', '/pdf-template/generatePdfByTemplate/letter', body);
        expect(data.fileName).toBe('hello.pdf');
        const [address] = (await bench.call('GET', '/files/download/hello.pdf')).data;
        expect(await (await fetch(address)).text()).toMatch(/^%PDF-/);
      }),
      row('variables of any depth stand in it (Handlebars)', async (bench) => {
        const variables = { person: { name: 'Łucja & Ann' }, lines: [{ text: 'First' }, { text: 'Second' }] };
        await bench.call('POST', '/pdf-template/generatePdfByTemplate/letter', { name: 'hello', variables });
        const { data } = await bench.call('POST', '/files/ocr/pdf', { fileName: 'hello.pdf' });
        expect(data.text).toBe('Dear Lucja & Ann\nFirst\nSecond');
      }),
      row('a second PDF of the same name replaces the first', async (bench) => {
        for (const name of ['Ann', 'Bob']) {
          const body = { name: 'hello', variables: { person: { name } } };
          await bench.call('POST', '/pdf-template/generatePdfByTemplate/letter', body);
        }
        const { data } = await bench.call('POST', '/files/ocr/pdf', { fileName: 'hello.pdf' });
        expect(data.text).toBe('Dear Bob');
      }),
      row('a template, a name and variables that are none', async (bench) => {
        const ask = (id: string, body: unknown) => () =>
          bench.call('POST', `/pdf-template/generatePdfByTemplate/${id}`, body);
        await bench.refused(ask('none', { name: 'a' }), 404);
        await bench.refused(ask('letter', {}), 400, 'name');
        await bench.refused(ask('letter', { name: 'a', variables: 'Ann' }), 400, 'variables');
        await bench.refused(ask('letter', { name: 'a', templateId: 'bill' }), 400, 'templateId');
      }),
    ],
  },
  {
    section: 'AI passthrough (gaps page)',
    rows: [
      row(
        'POST /openai/chat-completion takes the body of a provider and answers like one',
        async ({ call }) => {
          const body = { model: 'any', messages: [{ role: 'user', content: 'Hello' }] };
          const { data } = await call('POST', '/openai/chat-completion', body);
          expect(data).toMatchObject({ object: 'chat.completion', model: 'any' });
          expect(data.choices[0].message).toEqual({
            role: 'assistant',
            content: expect.stringContaining('Hello'),
          });
        },
      ),
      row('POST /openai/image: prompt, size and fileName', async (bench) => {
        const body = { prompt: 'A flame', size: '64x32', fileName: 'flame' };
        const { data } = await bench.call('POST', '/openai/image', body);
        const bytes = Buffer.from(await (await fetch(data.url)).arrayBuffer());
        expect([data.fileName, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
          'flame.png',
          64,
          32,
        ]);
      }),
      row('the deprecated text completion is still there', async ({ call }) => {
        const { data } = await call('POST', '/openai/completion', { prompt: 'Hello' });
        expect(data.choices[0].text).toContain('Hello');
      }),
      row('a body that no provider would take', async (bench) => {
        await bench.refused(() => bench.call('POST', '/openai/chat-completion', {}), 400, 'messages');
        await bench.refused(() => bench.call('POST', '/openai/image', { size: '1x1' }), 400, 'prompt');
        await bench.refused(
          () => bench.call('POST', '/openai/image', { prompt: 'a', size: 'big' }),
          400,
          'size',
        );
      }),
      row('a call counts as a use of the feature, and is refused when that is off', async (bench) => {
        const chat = () => bench.call('POST', '/openai/chat-completion', { messages: [{ content: 'Hi' }] });
        await chat();
        const limits = '/projects/shop/limits';
        const { features } = (await bench.account('GET', limits)).data;
        expect([features.ai_text.consumed.units, features.ai.consumed.units]).toEqual([1, 1]);
        await bench.account('PUT', limits, { features: { ai: { enabled: false } } });
        const { json } = await bench.refused(chat, 403);
        expect(json).toMatchObject({ code: 'FEATURE_DISABLED', feature: 'ai' });
      }),
    ],
  },
];
