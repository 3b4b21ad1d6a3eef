import { createHash } from 'node:crypto';
import { readEdgeAloneSettings } from './edge-alone-settings.ts';
import { edgeAloneStateDir } from './edge-alone-state.ts';
import { startEdge } from './edge-process.ts';
import { requireFreePort } from './ports.ts';

try {
  const settings = readEdgeAloneSettings(process.env);
  await requireFreePort(settings.edgePort, 'the edge', 'EDGE_PORT');
  const edge = await startEdge({
    port: settings.edgePort,
    stateDir: await edgeAloneStateDir(settings),
    settings: {
      SERVICE_URL: settings.serviceUrl,
      SERVICE_API_KEY: settings.apiKey,
      // Encrypted data must stay readable after a restart; a key derived from the service's is as secret.
      ENCRYPTION_KEY: createHash('sha256').update(`at rest\n${settings.apiKey}`).digest('base64'),
      PAIRING_CODE: settings.pairingCode,
      ...(settings.dataApiUrl ? { DATA_API_URL: settings.dataApiUrl } : {}),
      ...(settings.publicUrl ? { PUBLIC_URL: settings.publicUrl } : {}),
    },
  });
  console.log(`Edge: ${edge.url}, for the service at ${settings.serviceUrl}.`);
  console.log(`First pairing code: ${settings.pairingCode} (good once).`);
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
