import { isLoopback } from '../../shared/edge-api/pairing.ts';
import { DNS_LABEL } from './cloudflare-api.ts';
import type { Context } from './context.ts';
import {
  checkDataBackend,
  checkService,
  dataProblem,
  parseDataAddress,
  parseServiceAddress,
  type Service,
  serviceProblem,
} from './service.ts';
import { Stop } from './stop.ts';

const KEY = /^[\x21-\x7e]+$/;

const addressProblem = (text: string): string | null => {
  const address = parseServiceAddress(text);
  if (address === null) return 'This is no https address: https://name.example, without a query.';
  return isLoopback(address) ? 'Cloudflare can’t reach an address of this machine.' : null;
};
const keyProblem = (text: string): string | null =>
  KEY.test(text) ? null : 'A key has letters, digits and signs, and no blanks.';

/** The service's address and key, tested together. @param known an address that is already set */
export async function promptForService(context: Context, known: string | null): Promise<Service> {
  const { options, terminal } = context;
  let url = given(options.serviceUrl ?? known, addressProblem, 'SERVICE_URL', parseServiceAddress);
  let apiKey = given(options.serviceApiKey, keyProblem, 'SERVICE_API_KEY');
  if (!terminal.interactive)
    requireValues({ 'SERVICE_URL (or --service-url)': url, SERVICE_API_KEY: apiKey });
  for (;;) {
    url ??= parseServiceAddress(
      await terminal.ask({
        message: 'Address of the builder service',
        why: 'Your edge sends the calls of your browsers there, and nowhere else.',
        placeholder: 'https://',
        check: addressProblem,
      }),
    );
    apiKey ??= await terminal.askSecret({
      message: 'Your API key of the service',
      why: 'It becomes a secret of your edge. No browser, no file and no log gets it.',
      check: keyProblem,
    });
    if (url === null) continue;
    const service = { url, apiKey };
    const check = await terminal.during(`Asking ${new URL(url).host} …`, async (say) => {
      const result = await checkService(service);
      if (result.kind === 'works')
        say(
          result.credits === null
            ? 'The service takes the key'
            : `The service takes the key: ${result.credits} credits`,
        );
      return result;
    });
    if (check.kind === 'works') return service;
    const problem = serviceProblem(check, url);
    if (!terminal.interactive) throw new Stop(`${problem} Nothing was deployed.`);
    terminal.error(problem);
    if (check.kind === 'key-rejected') apiKey = null;
    else url = null;
  }
}

/** The data backend's address for a first deployment, tested; null = skipped. */
export async function askDataAddress(context: Context): Promise<string | null> {
  const { terminal } = context;
  let url = givenDataAddress(context);
  if (!terminal.interactive) return url === null ? null : testedDataAddress(context, url);
  for (;;) {
    url ??= parseDataAddress(
      await terminal.ask({
        message: 'Address of the data backend (Enter leaves it out)',
        why: 'For the records of your apps: tables and imports. You can add it later.',
        check: (text) => (text === '' ? null : addressProblem(text)),
      }),
    );
    if (url === null) return null;
    const problem = await dataBackendProblem(context, url);
    if (problem === null) return url;
    terminal.error(problem);
    url = null;
  }
}

/** A new address of the data backend, tested; null = none was given. */
export async function newDataAddress(context: Context, known: string | null): Promise<string | null> {
  const url = givenDataAddress(context);
  return url === null || url === known ? url : testedDataAddress(context, url);
}

const givenDataAddress = ({ options }: Context): string | null =>
  given(options.dataApiUrl, addressProblem, 'DATA_API_URL', parseDataAddress);

async function testedDataAddress(context: Context, url: string): Promise<string> {
  const problem = await dataBackendProblem(context, url);
  if (problem !== null) throw new Stop(`${problem} Nothing was deployed.`);
  return url;
}

/** One sentence for what is wrong with the address; null when the data backend responds. */
function dataBackendProblem({ terminal }: Context, url: string): Promise<string | null> {
  return terminal.during(`Asking ${new URL(url).host} …`, async (say) => {
    const check = await checkDataBackend(url);
    if (check.kind !== 'works') return dataProblem(check, url);
    say('The data backend answers, and asks for the key of a project');
    return null;
  });
}

/** A free name under workers.dev. */
export async function promptForSubdomain(
  { options, terminal }: Context,
  isFree: (name: string) => Promise<boolean>,
): Promise<string> {
  const problem = (text: string) =>
    DNS_LABEL.test(text) ? null : 'Lower-case letters, digits and hyphens, at most 63.';
  let name = given(options.subdomain, problem, '--subdomain');
  if (!terminal.interactive) requireValues({ '--subdomain': name });
  for (;;) {
    name ??= await terminal.ask({
      message: 'A name for your account under workers.dev',
      why: 'Your edge gets an address below it; all Workers of the account share it.',
      check: problem,
    });
    if (await isFree(name)) return name;
    const words = `${name}.workers.dev is taken: choose another name.`;
    if (!terminal.interactive) throw new Stop(words);
    terminal.error(words);
    name = null;
  }
}

/** A given value in normalized form. @throws Stop when it is invalid */
function given(
  value: string | null,
  problem: (text: string) => string | null,
  name: string,
  plain: (text: string) => string | null = (text) => text,
): string | null {
  if (value === null) return null;
  const words = problem(value);
  if (words !== null) throw new Stop(`${name}: ${words}`);
  return plain(value);
}

function requireValues(answers: Record<string, string | null>): void {
  const missing = Object.entries(answers)
    .filter(([, value]) => value === null)
    .map(([name]) => name);
  if (missing.length > 0)
    throw new Stop(`Nobody is there to be asked: set ${missing.join(' and ')}. Nothing was deployed.`);
}
