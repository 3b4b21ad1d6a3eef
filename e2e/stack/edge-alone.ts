import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startEdge } from './edge-process.ts';
import { requireFreePort } from './ports.ts';
import { LOCAL_PUBLIC_URL } from './stack.ts';
import { readStartSettings } from './start-settings.ts';

/** `npm run edge`: the edge alone, made for `npm run service` by default. State is kept between starts, per service. */
const STATE_ROOT = join(import.meta.dirname, '..', '..', '.wrangler', 'alone');

try {
  const settings = readStartSettings(process.argv.slice(2), process.env);
  const service = settings.realService ?? {
    url: `http://127.0.0.1:${settings.servicePort}`,
    apiKey: 'local-key',
  };
  await requireFreePort(settings.edgePort, 'the edge', 'EDGE_PORT');
  const place = createHash('sha256').update(`${service.url}\n${service.apiKey}`).digest('hex');
  const publicUrl = settings.publicUrl ?? (settings.realService ? null : LOCAL_PUBLIC_URL);
  const edge = await startEdge({
    port: settings.edgePort,
    stateDir: join(STATE_ROOT, place.slice(0, 12)),
    settings: {
      SERVICE_URL: service.url,
      SERVICE_API_KEY: service.apiKey,
      // Kept secrets must be readable after a restart; a key made from the service's own is as secret as that is.
      ENCRYPTION_KEY: createHash('sha256').update(`at rest\n${service.apiKey}`).digest('base64'),
      PAIRING_CODE: settings.pairingCode,
      ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
    },
  });
  console.log(
    `Edge: ${edge.url}, for the service at ${service.url}. First pairing code: ${settings.pairingCode}.`,
  );
  console.log(`Its log: ${edge.logFile}. Stop with Ctrl-C.`);
  const end = async () => {
    await edge.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  process.exit(1);
}
