import { type Arrived, SECRETS, SERVICE_NAMES, type ServiceName } from './channels.ts';

const NAMES: Record<ServiceName, string> = {
  slack: 'Slack',
  telegram: 'Telegram',
  discord: 'Discord',
  ntfy: 'ntfy',
  own: 'Your own address',
};

/** What is asked for beside an address. */
const BESIDE: Record<ServiceName, string> = {
  slack: '',
  discord: '',
  telegram: `bot token ${SECRETS.telegram}, chat ${SECRETS.chat}, and as the server`,
  ntfy: `token ${SECRETS.ntfy}, and`,
  own: `secret ${SECRETS.own}, and`,
};

/** Where an address of the network is on this machine, as `curl --connect-to`: origins by origin. */
export type ConnectTo = Readonly<Record<string, string>>;

/** A page that renews itself: what arrived, newest first, with working links, and how to set up a channel. */
export function pageOf(
  arrived: readonly Arrived[],
  addresses: Record<ServiceName, string>,
  connectTo: ConnectTo = {},
): string {
  const rows = arrived.toReversed().map(
    ({ service, at, text }) =>
      `<li><strong>${NAMES[service]}</strong> <time>${new Date(at).toLocaleTimeString('en-GB')}</time>
<pre>${withLinks(escaped(text), connectTo)}</pre></li>`,
  );
  const targets = SERVICE_NAMES.map(
    (name) =>
      `<dt>${NAMES[name]}</dt><dd>${escaped(BESIDE[name])} <code>${escaped(addresses[name])}</code></dd>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Alerts that arrived</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { max-width: 720px; margin: 24px auto; padding: 0 16px; }
  ol { list-style: none; padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0 16px; }
  code { overflow-wrap: anywhere; }
</style>
<h1>Alerts that arrived</h1>
<p>A stand-in of Slack, Telegram, Discord, ntfy and an address of your own, with their documented formats, limits and errors.
The real ones were read, not tried.</p>
${rows.length === 0 ? '<p>None yet.</p>' : `<ol>${rows.join('\n')}</ol>`}
<h2>To set a channel up yourself</h2>
<dl>${targets.join('\n')}</dl>
</html>
`;
}

/** Makes links of addresses, as the services do. */
const withLinks = (html: string, connectTo: ConnectTo): string =>
  html.replace(/https:\/\/[^\s<>"&()]+/g, (address) => {
    const { origin } = new URL(address);
    return `<a href="${address.replace(origin, connectTo[origin] ?? origin)}">${address}</a>`;
  });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
