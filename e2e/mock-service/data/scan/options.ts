import { isRecord } from '../../http/values.ts';
import { refuseField } from '../http/problem.ts';
import { readFlag } from '../query/list-query.ts';
import { brief } from '../query/values.ts';

export const MODELS = ['docscan', 'docscan-pro', 'docscan-eye-pro'] as const;
export type Model = (typeof MODELS)[number];

/** Data reference, Scan options. */
export interface ScanOptions {
  model: Model;
  removeFileAfterScan: boolean;
  returnOcrFullResult: boolean;
  processEveryPdfPageAsDifferentScan: boolean;
  scanDescription: string;
  getInvoiceItems: boolean;
  getExtraFields: Record<string, unknown>;
  maxPages?: number;
  pdfPages?: number[];
}

/** Reads the options of a scan; one that is not known is left alone. 400 names what can't be taken. */
export function readScanOptions(sent: unknown): ScanOptions {
  if (sent !== undefined && sent !== null && !isRecord(sent))
    refuseField('options', 'options must be an object.');
  const options = isRecord(sent) ? sent : {};
  const { model: wanted, maxPages, pdfPages, scanDescription, getExtraFields } = options;
  const model = wanted === undefined ? 'docscan' : MODELS.find((one) => one === wanted);
  if (model === undefined) {
    return refuseField(
      'options.model',
      `options.model must be one of ${MODELS.join(', ')}, not ${brief(wanted)}.`,
    );
  }
  if (maxPages !== undefined && !isPageNumber(maxPages)) {
    return refuseField('options.maxPages', 'options.maxPages must be a whole number from 1.');
  }
  if (
    pdfPages !== undefined &&
    !(Array.isArray(pdfPages) && pdfPages.length > 0 && pdfPages.every(isPageNumber))
  ) {
    return refuseField('options.pdfPages', 'options.pdfPages must be a list of page numbers from 1.');
  }
  if (scanDescription !== undefined && typeof scanDescription !== 'string') {
    return refuseField('options.scanDescription', 'options.scanDescription must be text.');
  }
  if (getExtraFields !== undefined && !isRecord(getExtraFields)) {
    return refuseField('options.getExtraFields', 'options.getExtraFields must be a map of fields.');
  }
  const flag = (name: string) => readFlag(`options.${name}`, options[name]);
  return {
    model,
    removeFileAfterScan: flag('removeFileAfterScan'),
    returnOcrFullResult: flag('returnOcrFullResult'),
    processEveryPdfPageAsDifferentScan: flag('processEveryPdfPageAsDifferentScan'),
    getInvoiceItems: flag('getInvoiceItems'),
    scanDescription: scanDescription ?? '',
    getExtraFields: getExtraFields ?? {},
    ...(maxPages !== undefined && { maxPages }),
    ...(pdfPages !== undefined && { pdfPages: [...new Set<number>(pdfPages)] }),
  };
}

function isPageNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}
