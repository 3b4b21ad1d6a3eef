export const NONCE_BYTES = 12;

/**
 * Encrypts secrets at rest with AES-256-GCM under the operator's `ENCRYPTION_KEY`. Each is bound to its
 * record (`owner`), so that a copy in another record does not decrypt.
 */
export class SecretBox {
  readonly #keyBytes: Uint8Array<ArrayBuffer>;
  #key: Promise<CryptoKey> | null = null;

  /** @param keyBytes 32 bytes */
  constructor(keyBytes: Uint8Array<ArrayBuffer>) {
    this.#keyBytes = keyBytes;
  }

  /** @returns a random nonce followed by the ciphertext */
  async seal(secret: string, owner: string): Promise<Uint8Array<ArrayBuffer>> {
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const sealed = await crypto.subtle.encrypt(
      parameters(iv, owner),
      await this.#imported(),
      new TextEncoder().encode(secret),
    );
    const box = new Uint8Array(NONCE_BYTES + sealed.byteLength);
    box.set(iv);
    box.set(new Uint8Array(sealed), NONCE_BYTES);
    return box;
  }

  /** @returns null when it was encrypted with another key, for another owner, or was damaged */
  async open(box: ArrayBuffer, owner: string): Promise<string | null> {
    const iv = new Uint8Array(box.slice(0, NONCE_BYTES));
    try {
      const opened = await crypto.subtle.decrypt(
        parameters(iv, owner),
        await this.#imported(),
        box.slice(NONCE_BYTES),
      );
      return new TextDecoder().decode(opened);
    } catch {
      return null;
    }
  }

  #imported(): Promise<CryptoKey> {
    this.#key ??= crypto.subtle.importKey('raw', this.#keyBytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    return this.#key;
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, owner: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(owner) };
}
