import { createHash, generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the public key, in base64, by which a browser can be told to trust this certificate. */
  readonly publicKeyHash: string;
}

const DAY_MS = 86_400_000;

/** A self-signed certificate for these names, valid for a day. */
export function makeCertificate(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromAsn1(
    forge.asn1.fromDer(forge.util.createBuffer(publicKey.toString('binary'))),
  );
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS);
  const subject = [{ name: 'commonName', value: 'Pilot Light tests' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true, digitalSignature: true, keyEncipherment: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return {
    cert: forge.pki.certificateToPem(certificate),
    key: privateKey,
    publicKeyHash: createHash('sha256').update(publicKey).digest('base64'),
  };
}
