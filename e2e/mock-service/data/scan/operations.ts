import { isText } from '../../http/values.ts';
import type { StoredFile } from '../backend/backend.ts';
import { CREDITS, withFeature } from '../features.ts';
import { requireFile } from '../files/store-file.ts';
import type { DataCall, DataOperation } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { RecognitionError, type RecognitionRequest, type RecognizedPage } from '../recognition/page.ts';
import { recognize } from '../recognition/recognize.ts';
import { requireScannable } from './file-kind.ts';
import { type Document, documentOf, findValues } from './find-values.ts';
import { findInvoice, readExtraFields } from './invoice.ts';
import { readScanOptions, type ScanOptions } from './options.ts';
import { readScanProperties, withHints } from './wanted.ts';

/** The file of a scan, by the name id in the body. */
function fileOfBody(call: DataCall): StoredFile {
  const { fileName } = requireBody(call.body);
  if (!isText(fileName)) return refuseField('fileName', 'fileName must be the id of an uploaded file.');
  return requireFile(call, fileName);
}

/** Reads pages as units of the project's feature `scan`. */
async function readPages(
  call: DataCall,
  creditsPerPage: number,
  request: RecognitionRequest,
): Promise<RecognizedPage[]> {
  return withFeature(call, 'scan', creditsPerPage, async () => {
    try {
      const result = recognize(request);
      call.world.counters.effects.pagesScanned += result.length;
      return { result, units: result.length };
    } catch (error) {
      if (error instanceof RecognitionError) return refuseField(error.field, `${error.message}.`);
      throw error;
    }
  });
}

async function ocr(call: DataCall, kind: 'image' | 'pdf') {
  const bytes = await fileOfBody(call).read();
  if (requireScannable(bytes) !== kind)
    refuseField('fileName', `fileName must be ${kind === 'pdf' ? 'a PDF' : 'an image'}.`);
  const pages = await readPages(call, CREDITS.ocrPage, { kind, bytes });
  return { data: fullResult(pages) };
}

function fullResult(pages: readonly RecognizedPage[]) {
  return { text: pages.map(({ text }) => text).join('\n'), fullDetails: pages };
}

async function scan(
  call: DataCall,
  options: ScanOptions,
  find: (document: Document) => Record<string, unknown>,
) {
  const file = fileOfBody(call);
  const bytes = await file.read();
  const kind = requireScannable(bytes);
  const { model, maxPages, pdfPages } = options;
  if (model === 'docscan-eye-pro' && kind === 'pdf') {
    refuseField('options.model', 'docscan-eye-pro takes images only: use docscan or docscan-pro for a PDF.');
  }
  const pages = await readPages(call, CREDITS.scanPage[model], {
    kind,
    bytes,
    ...(kind === 'pdf' && maxPages !== undefined && { maxPages }),
    ...(kind === 'pdf' && pdfPages !== undefined && { pages: pdfPages }),
  });
  if (options.removeFileAfterScan) call.backend.files.delete(file.name);
  const found = (some: RecognizedPage[]) => ({
    ...find(documentOf(some)),
    ...(options.returnOcrFullResult && { ocrFullResult: fullResult(some) }),
  });
  return {
    data: options.processEveryPdfPageAsDifferentScan ? pages.map((page) => found([page])) : found(pages),
  };
}

/** Data reference, Endpoints: scans; gaps page, OCR. */
export const SCAN_OPERATIONS: DataOperation[] = [
  { name: 'ocrImage', method: 'POST', path: '/files/ocr/image', handle: (call) => ocr(call, 'image') },
  { name: 'ocrPdf', method: 'POST', path: '/files/ocr/pdf', handle: (call) => ocr(call, 'pdf') },
  {
    name: 'scanDocument',
    method: 'POST',
    path: '/files/scan-document',
    handle(call) {
      const { properties, options: sent } = requireBody(call.body);
      const options = readScanOptions(sent);
      const wanted = withHints(readScanProperties('properties', properties), options.scanDescription);
      return scan(call, options, (document) => findValues(document, wanted));
    },
  },
  {
    name: 'scanInvoice',
    method: 'POST',
    path: '/files/scan-invoice',
    handle(call) {
      const options = readScanOptions(requireBody(call.body).options);
      const extra = readExtraFields(options.getExtraFields);
      return scan(call, options, (document) => findInvoice(document, options, extra));
    },
  },
];
