import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkService, serviceProblem } from '../../edge/deploy/service.ts';
import { type ChannelServer, startChannels } from '../mock-channels/server.ts';
import { dataSummary } from '../mock-service/demo/summary.ts';
import { startLocalService } from '../mock-service/service.ts';
import { launchBrowser } from './browser.ts';
import { buildExtension, WATCHED_BUILD, watchExtension } from './build.ts';
import { Closing } from './closing.ts';
import { setUpChannels } from './demo-channels.ts';
import { startEdge } from './edge-process.ts';
import { findBrowser } from './find-browser.ts';
import { LOCAL_PUBLIC_URL } from './local-defaults.ts';
import { pairByHand } from './pair.ts';
import { requireFreePort } from './ports.ts';
import { screenshotOfPopup } from './screenshot.ts';
import type { StartSettings } from './start-settings.ts';

export interface Running {
  /** Resolves when the user closes the browser. */
  readonly browserClosed: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything: service, edge in workerd, and a paired Chromium with the built extension.
 * @throws Error with one sentence when something is missing, taken or rejected, after ending what it started
 */
export async function start(settings: StartSettings, say: (line: string) => void): Promise<Running> {
  const closing = new Closing();
  const stopOnSignal = () => void closing.closeAll().finally(() => process.exit(130));
  process.once('SIGINT', stopOnSignal);
  process.once('SIGTERM', stopOnSignal);
  try {
    return await startEach(settings, say, closing);
  } catch (failure) {
    await closing.closeAll();
    throw failure;
  } finally {
    process.off('SIGINT', stopOnSignal);
    process.off('SIGTERM', stopOnSignal);
  }
}

async function startEach(
  settings: StartSettings,
  say: (line: string) => void,
  closing: Closing,
): Promise<Running> {
  await requireFreePort(settings.edgePort, 'the edge', 'EDGE_PORT');
  if (settings.realService) await requireService(settings.realService);
  else await requireFreePort(settings.servicePort, 'the local service', 'SERVICE_PORT');
  findBrowser('chromium');

  const workDir = await mkdtemp(join(tmpdir(), 'pilot-light-'));
  closing.add(() => rm(workDir, { recursive: true, force: true, maxRetries: 5 }));

  say('Building the extension…');
  if (settings.reload) closing.add(await watchExtension());
  else await buildExtension('chrome');

  const edgeUrl = `http://127.0.0.1:${settings.edgePort}`;
  const service: { url: string; apiKey: string; dataUrl?: string } =
    settings.realService ?? (await startLocal(settings, edgeUrl, closing, say));
  const publicUrl = settings.publicUrl ?? (settings.realService ? null : LOCAL_PUBLIC_URL);
  say(`Service: ${service.url}${settings.realService ? '' : ' (the local one, with a demo account)'}`);

  const channels = settings.realService ? null : await startStandIn(closing, publicUrl, edgeUrl);
  const edge = await startEdge({
    port: settings.edgePort,
    stateDir: join(workDir, 'edge'),
    settings: {
      SERVICE_URL: service.url,
      SERVICE_API_KEY: service.apiKey,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      PAIRING_CODE: settings.pairingCode,
      ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
      ...(service.dataUrl ? { DATA_API_URL: service.dataUrl } : {}),
    },
  });
  closing.add(() => edge.stop());
  say(`Edge: ${edge.url}${publicUrl ? '' : ' (no PUBLIC_URL: webhooks can’t reach it, it can only ask)'}`);

  const browser = await launchBrowser({
    headless: settings.headless,
    ...(settings.reload ? { extensionDir: WATCHED_BUILD } : {}),
  });
  closing.add(() => browser.close());
  await pairByHand(browser, edge.url, settings.pairingCode);
  say('Chromium: the extension is in it and paired.');
  if (channels) {
    await setUpChannels(browser, edge.url, channels.url);
    say(
      `Alerts: ${channels.url} lists what arrives at stand-ins of Slack, Telegram, Discord, ntfy and an own address.`,
    );
  }

  if (settings.headless) {
    const path = settings.screenshot ?? join(tmpdir(), `pilot-light-popup-${process.pid}.png`);
    await screenshotOfPopup(browser, path);
    say(`Screenshot of the popup: ${path}`);
  } else {
    say('Click the flame in the toolbar (under the puzzle piece, if it is not pinned).');
  }
  if (settings.reload) say('Save a file of extension/ or shared/, and the extension reloads.');
  say('Running. Stop with Ctrl-C.');
  const browserClosed = new Promise<void>((resolve) => browser.context.once('close', () => resolve()));
  return { browserClosed, stop: () => closing.closeAll() };
}

async function startLocal(
  settings: StartSettings,
  edgeUrl: string,
  closing: Closing,
  say: (line: string) => void,
) {
  const publicHost = new URL(settings.publicUrl ?? LOCAL_PUBLIC_URL).host;
  const local = await startLocalService({
    port: settings.servicePort,
    demo: 'lively',
    connectTo: { [publicHost]: edgeUrl },
  });
  closing.add(() => local.stop());
  say(`Data backend: ${dataSummary(local).join('\n  ')}`);
  return local;
}

async function startStandIn(
  closing: Closing,
  publicUrl: string | null,
  edgeUrl: string,
): Promise<ChannelServer> {
  // The public address is made up: links of alerts are followed on this machine.
  const channels = await startChannels(publicUrl === null ? {} : { [new URL(publicUrl).origin]: edgeUrl });
  closing.add(() => channels.stop());
  return channels;
}

/** @throws Error with one sentence: not reachable, key rejected, or not the service */
async function requireService(service: { readonly url: string; readonly apiKey: string }): Promise<void> {
  const check = await checkService(service);
  if (check.kind !== 'works') throw new Error(serviceProblem(check, service.url));
}
