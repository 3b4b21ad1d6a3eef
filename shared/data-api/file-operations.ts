import * as z from 'zod/mini';
import { storedFileName } from '../file-name.ts';
import { described, plainObject } from '../request-schema.ts';
import { dataOperation } from './operation.ts';
import { anything, recognizedText } from './records.ts';
import { SCAN_MODELS } from './scan-models.ts';

/** Largest file that the edge forwards. */
export const UPLOAD_MAX_BYTES = 20 * 1024 * 1024;

const pageNumber = z
  .number('must be a page number from 1')
  .check(
    z.refine(
      (value) => Number.isInteger(value) && value >= 1 && value <= 10_000,
      'must be a page number from 1',
    ),
  );
const yesOrNo = z.boolean('must be true or false');

const scanOptions = {
  model: z.optional(z.enum(SCAN_MODELS, `must be one of ${SCAN_MODELS.join(', ')}`)),
  removeFileAfterScan: z.optional(yesOrNo),
  returnOcrFullResult: z.optional(yesOrNo),
  maxPages: z.optional(pageNumber),
  pdfPages: z.optional(z.array(pageNumber)),
  scanDescription: z.optional(z.string()),
  processEveryPdfPageAsDifferentScan: z.optional(yesOrNo),
};

/** The name that a file is stored under; the backend makes an id of it. */
export const newFileName = z
  .string('must be a text')
  .check(z.refine((value) => /^[^\\/"\p{C}]{1,180}$/u.test(value), 'must be a file name'));

/** Files of the app. The body of an upload is the file itself; its name is in the query. */
export const fileOperations = {
  uploadFile: dataOperation('POST', '/files/upload', z.string(), {
    does: 'Uploads a file to the app',
    cost: 'unstated',
    effect: 'file',
    takes: 'file',
    query: z.strictObject({ fileName: newFileName }),
  }),
  downloadFile: dataOperation('GET', '/files/download/:fileName', anything, {
    does: 'Gets a temporary address of a file',
  }),
  deleteFile: dataOperation('DELETE', '/files/:fileName', anything, {
    does: 'Deletes a file',
    role: 'owner',
    effect: 'delete',
  }),
};

const scan = { cost: 'credits', effect: 'file', feature: 'scan' } as const;
const ofFile = z.strictObject({ fileName: storedFileName });

/** Operations that read a file or call a model and therefore use units of a feature. */
export const scanOperations = {
  scanDocument: dataOperation('POST', '/files/scan-document', anything, {
    does: 'Scans properties from an image or a PDF',
    ...scan,
    body: z.strictObject({
      fileName: storedFileName,
      properties: plainObject,
      options: z.optional(z.strictObject(scanOptions)),
    }),
  }),
  scanInvoice: dataOperation('POST', '/files/scan-invoice', anything, {
    does: 'Scans an invoice from an image or a PDF',
    ...scan,
    body: z.strictObject({
      fileName: storedFileName,
      options: z.optional(
        z.strictObject({
          ...scanOptions,
          getInvoiceItems: z.optional(yesOrNo),
          getExtraFields: z.optional(plainObject),
        }),
      ),
    }),
  }),
  ocrImage: dataOperation('POST', '/files/ocr/image', recognizedText, {
    does: 'Reads the text of an image',
    ...scan,
    body: ofFile,
  }),
  ocrPdf: dataOperation('POST', '/files/ocr/pdf', recognizedText, {
    does: 'Reads the text of a PDF',
    ...scan,
    body: ofFile,
  }),
  generatePdf: dataOperation('POST', '/pdf-template/generatePdfByTemplate/:id', anything, {
    does: 'Makes a PDF of a template of the app',
    cost: 'credits',
    effect: 'file',
    feature: 'pdf',
    body: z.strictObject({
      templateId: z.optional(described(z.string(), 'the id of the template again')),
      variables: z.optional(plainObject),
      name: newFileName,
    }),
  }),
  createChatCompletion: dataOperation('POST', '/openai/chat-completion', anything, {
    does: 'Asks a language model',
    cost: 'credits',
    effect: 'file',
    feature: 'ai_text',
    body: described(plainObject, 'in the form of the provider: { model, messages: [{ role, content }] }'),
  }),
  createImage: dataOperation('POST', '/openai/image', anything, {
    does: 'Makes an image of a description',
    cost: 'credits',
    effect: 'file',
    feature: 'ai_image',
    // Whatever else the provider takes.
    body: z.looseObject({
      prompt: z.string('must be a text'),
      size: z.optional(described(z.string(), 'such as 1024x1024')),
      fileName: z.optional(z.string()),
    }),
  }),
};
