import * as z from 'zod/mini';
import { instantMs } from '../../shared/time.ts';

/** Longest Markdown kept of one page, in characters; what is beyond is left out and said so. */
export const MARKDOWN_MAX_CHARS = 100_000;
/** Most images and links offered as attachments of one capture, each. */
export const CANDIDATES_MAX = 24;

/** Where the text came from: what the user marked, else the article, else the whole page. */
export const CAPTURE_KINDS = ['selection', 'article', 'page'] as const;
export const captureKind = z.enum(CAPTURE_KINDS);

/**
 * What the reader should know about how the text was taken. `hidden-orders`: text that speaks to an AI stands where no
 * reader can see it; it was left out. `hard-to-see`: some of the text is easily overlooked on the page. `cut-short`: the page
 * took too long to read. `text-dropped`: it made room in the history; the page can be read again.
 */
export const CAPTURE_NOTES = [
  'shortened',
  'foreign-frames',
  'hidden-orders',
  'hard-to-see',
  'cut-short',
  'plain-text',
  'text-dropped',
] as const;
export const captureNote = z.enum(CAPTURE_NOTES);
export type CaptureNote = z.infer<typeof captureNote>;

/** An image or link of the captured part that could go along as an attachment by address (http or https only). */
export const candidate = z.object({
  kind: z.enum(['image', 'link']),
  url: z.string(),
  text: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** How much nobody sees on the page and was left out: characters of hidden text, and characters that leave no mark. */
export const leftOut = z.object({ hidden: z.number(), invisible: z.number() });

/** The text of a page as Markdown, with where and when it was taken. */
export const pageCapture = z.object({
  kind: captureKind,
  title: z.string(),
  url: z.string(),
  capturedAt: instantMs,
  markdown: z.string(),
  candidates: z.array(candidate),
  notes: z.array(captureNote),
  /** Absent in what earlier versions captured. */
  leftOut: z.optional(leftOut),
});
export type PageCapture = z.infer<typeof pageCapture>;

/** Why nothing could be read. Closed: every view has kind words for each. */
export const CAPTURE_BLOCKS = [
  /** One of the browser's own pages, or another extension's. */
  'browser-page',
  /** The browser's extension store, which no extension may read. */
  'store',
  /** A file of this computer, unless the browser's settings allow it. */
  'local-file',
  'pdf',
  /** An image, a video, or another document without text. */
  'not-text',
  'empty',
  /** The page was opened or changed after the user last called on us there. */
  'not-asked',
  /** The page could not be read, and the browser did not say why. */
  'refused',
] as const;
export const captureBlock = z.enum(CAPTURE_BLOCKS);
export type CaptureBlock = z.infer<typeof captureBlock>;

/** What the injected script answers: either a capture, or why there is none. */
export const captureResult = z.union([
  z.object({ capture: pageCapture, block: z.null() }),
  z.object({ capture: z.null(), block: captureBlock, title: z.string(), url: z.string() }),
]);
export type CaptureResult = z.infer<typeof captureResult>;
