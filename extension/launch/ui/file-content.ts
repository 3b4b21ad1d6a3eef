/** A file's content as base64. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}

/** A name for what lies at an address: the last part of its path, else its host. */
export function nameOfAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address.slice(0, 60);
  const last = url.pathname.split('/').findLast((part) => part !== '');
  return decoded(last ?? url.hostname).slice(0, 60);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
