import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';

const MOST_FILES = 10;
/** Without groups: repeating a group runs out of stack on a large file. The length is checked beside it. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export interface Attachment {
  name: string;
  imageDescription: string;
  /** The caller's own address, or undefined for content to be uploaded. */
  url?: string;
  bytes?: Uint8Array;
}

/** Reads `files` of Launch Project: at most ten, each with a name and exactly one source. */
export function readFiles(value: unknown): Attachment[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isRecord)) {
    refuse(400, 'INVALID_FILES', 'files must be a list of objects');
  }
  if (value.length > MOST_FILES) refuse(400, 'TOO_MANY_FILES', `At most ${MOST_FILES} files`);
  return value.map(readFile);
}

function readFile(entry: Record<string, unknown>): Attachment {
  const { name, url, content } = entry;
  if (!isText(name)) refuse(400, 'INVALID_FILE_NAME', 'Each file needs a name');
  const hasUrl = url !== undefined && url !== null;
  const hasContent = content !== undefined && content !== null;
  if (hasUrl === hasContent) refuse(400, 'INVALID_FILE_SOURCE', `${name}: send url or content, not both`);
  if (hasUrl && !(typeof url === 'string' && isPublicUrl(url))) {
    refuse(400, 'INVALID_FILE_URL', `${name}: url must be a public http(s) address`);
  }
  const bytes = typeof content === 'string' ? decoded(content) : undefined;
  if (hasContent && bytes === undefined) {
    refuse(400, 'INVALID_FILE_CONTENT', `${name}: content must be base64`);
  }
  const description = entry.description ?? entry.imageDescription;
  return {
    name,
    imageDescription: typeof description === 'string' ? description : '',
    ...(typeof url === 'string' && { url }),
    ...(bytes !== undefined && { bytes }),
  };
}

/** The bytes of base64, with or without the prefix of a data address; undefined when it is none. */
function decoded(content: string): Uint8Array | undefined {
  const bare = content.replace(/^data:[^,]*;base64,/, '');
  const isBase64 = bare !== '' && bare.length % 4 === 0 && BASE64.test(bare);
  return isBase64 ? Buffer.from(bare, 'base64') : undefined;
}

/** Public by its form: http(s) and neither this machine nor a private network; nothing is fetched. */
function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (!hostname.includes('.') || hostname.startsWith('[')) return false;
  if (/\.(local|localhost|internal)$/.test(hostname)) return false;
  return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
}
