import * as z from 'zod/mini';
import { instantMs } from '../../shared/time-schema.ts';

/** Longest Markdown of one page, in characters; the rest is dropped, with a note. */
export const MARKDOWN_MAX_CHARS = 100_000;
/** Most images and most links offered as attachments of one capture. */
export const CANDIDATES_MAX = 24;

/** Source of the text: the selection, else the article, else the whole page. */
export const CAPTURE_KINDS = ['selection', 'article', 'page'] as const;
export const captureKind = z.enum(CAPTURE_KINDS);

/**
 * Notes about how the text was captured. `hidden-orders`: hidden text addresses an AI; it was left out.
 * `hard-to-see`: some text is easily overlooked on the page. `cut-short`: the page took too long to read.
 * `unread-signs`: `[?]` stands in each cell that shows nothing but a sign without words.
 * `text-dropped`: removed to save space in the history; the page can be read again.
 */
export const CAPTURE_NOTES = [
  'shortened',
  'foreign-frames',
  'unread-signs',
  'hidden-orders',
  'hard-to-see',
  'cut-short',
  'plain-text',
  'text-dropped',
] as const;
export const captureNote = z.enum(CAPTURE_NOTES);
export type CaptureNote = z.infer<typeof captureNote>;

/** An image or link of the captured part that can be attached by address (http or https only). */
export const candidate = z.object({
  kind: z.enum(['image', 'link']),
  url: z.string(),
  text: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** How much invisible text was left out: characters of hidden text, and invisible characters. */
export const leftOut = z.object({ hidden: z.number(), invisible: z.number() });

/** The text of a page as Markdown, with its address and time. */
export const pageCapture = z.object({
  kind: captureKind,
  title: z.string(),
  url: z.string(),
  capturedAt: instantMs,
  markdown: z.string(),
  candidates: z.array(candidate),
  notes: z.array(captureNote),
  /** Absent where nothing was. */
  leftOut: z.optional(leftOut),
});
export type PageCapture = z.infer<typeof pageCapture>;

/** Why nothing could be read. Closed: every view has words for each. */
export const CAPTURE_BLOCKS = [
  'browser-page',
  /** The browser's extension store, which no extension may read. */
  'store',
  /** A local file, unless the browser's settings allow it. */
  'local-file',
  'pdf',
  /** An image, a video, or another document without text. */
  'not-text',
  'empty',
  /** The page was opened or changed after the user last invoked the extension there. */
  'not-asked',
  /** The page could not be read, and the browser gave no reason. */
  'refused',
] as const;
export const captureBlock = z.enum(CAPTURE_BLOCKS);
export type CaptureBlock = z.infer<typeof captureBlock>;

/** Result of the injected script: a capture, or why there is none. */
export const captureResult = z.union([
  z.object({ capture: pageCapture, block: z.null() }),
  z.object({ capture: z.null(), block: captureBlock, title: z.string(), url: z.string() }),
]);
export type CaptureResult = z.infer<typeof captureResult>;
