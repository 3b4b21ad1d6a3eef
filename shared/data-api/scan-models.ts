/**
 * Models of a scan (data reference, Scan options): for documents and much text; smarter with text and dearer;
 * one that also sees colours and shapes, takes images only and costs most. Apart from the operations, so that
 * a form needs no schema of theirs.
 */
export const SCAN_MODELS = ['docscan', 'docscan-pro', 'docscan-eye-pro'] as const;
