import { parseArgs } from 'node:util';
import { CLOUDFLARE_ID, DNS_LABEL } from './cloudflare-api.ts';
import { again } from './origin.ts';
import { Stop } from './stop.ts';

export const COMMANDS = {
  deploy: 'deploys the edge, or upgrades the one that is there (also without a word)',
  status: 'what is deployed, and whether it answers',
  doctor: 'looks for what is missing, by reading only',
  'rotate-key': 'sets a new key of the service; with --encryption a new encryption key',
  'new-owner': 'makes a new line to paste, for one more browser as owner',
  lock: 'signs out every browser, and makes a new line to paste',
  remove: 'deletes the edge’s webhooks at the service, then the edge and what it keeps',
} as const;
export type Command = keyof typeof COMMANDS;

/** Values from flags and variables. null = not given: detected or asked for. */
export interface Options {
  command: Command;
  help: boolean;
  name: string;
  account: string | null;
  subdomain: string | null;
  serviceUrl: string | null;
  /** Never a flag: every program on the machine can read command lines. */
  serviceApiKey: string | null;
  dataApiUrl: string | null;
  publicUrl: string | null;
  dryRun: boolean;
  /** How long to wait for the deployment to respond. */
  waitMs: number;
  encryption: boolean;
  keepWebhooks: boolean;
  keepEvents: boolean;
  /** The Worker's name again, instead of the two questions before it is removed. */
  confirm: string | null;
}

const DEFAULT_NAME = 'pilot-light-edge';
const DEFAULT_WAIT_S = 180;

export const HELP = `${again('[command] [flags]')}

${Object.entries(COMMANDS)
  .map(([name, words]) => `  ${name.padEnd(12)} ${words}`)
  .join('\n')}

  --service-url <address>   base address of the builder service   SERVICE_URL
                            its API key                           SERVICE_API_KEY
  --data-api-url <address>  base address of the data backend      DATA_API_URL
  --public-url <address>    a domain of your own for the edge     PUBLIC_URL
  --name <name>             name of the Worker (${DEFAULT_NAME})
  --account <id>            Cloudflare account                    CLOUDFLARE_ACCOUNT_ID
                            Cloudflare API token                  CLOUDFLARE_API_TOKEN
  --subdomain <name>        workers.dev subdomain, if the account has none
  --dry-run                 checks everything and changes nothing
  --wait <seconds>          for the deployment’s answer (${DEFAULT_WAIT_S})
  --encryption              rotate-key: the encryption key instead
  --keep-webhooks, --keep-events, --confirm <name>   remove: what to leave; and go on without asking
`;

/** @throws Stop for an unknown word or flag */
export function readCommandLine(args: readonly string[], env: Record<string, string | undefined>): Options {
  const { values, positionals } = parse(args);
  const [command = 'deploy', ...more] = positionals;
  if (!isCommand(command) || more.length > 0)
    throw new Stop(
      `There is no command “${positionals.join(' ')}”. There are: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  const name = values.name ?? DEFAULT_NAME;
  if (!DNS_LABEL.test(name))
    throw new Stop(`“${name}” can't name a Worker: lower-case letters, digits and hyphens, at most 63.`);
  const waitS = Number(values.wait ?? DEFAULT_WAIT_S);
  if (!Number.isFinite(waitS) || waitS < 0) throw new Stop('--wait takes a number of seconds.');
  const given = (flag: string | undefined, variable?: string) =>
    flag?.trim() || (variable && env[variable]?.trim()) || null;
  const account = given(values.account, 'CLOUDFLARE_ACCOUNT_ID');
  if (account !== null && !CLOUDFLARE_ID.test(account))
    throw new Stop(
      `“${account}” is no id of a Cloudflare account, which has 32 digits and letters from a to f (--account, CLOUDFLARE_ACCOUNT_ID; dashboard, Workers, Account ID).`,
    );
  return {
    command,
    help: values.help ?? false,
    name,
    account,
    subdomain: given(values.subdomain),
    serviceUrl: given(values['service-url'], 'SERVICE_URL'),
    serviceApiKey: given(undefined, 'SERVICE_API_KEY'),
    dataApiUrl: given(values['data-api-url'], 'DATA_API_URL'),
    publicUrl: given(values['public-url'], 'PUBLIC_URL'),
    dryRun: values['dry-run'] ?? false,
    waitMs: waitS * 1000,
    encryption: values.encryption ?? false,
    keepWebhooks: values['keep-webhooks'] ?? false,
    keepEvents: values['keep-events'] ?? false,
    confirm: given(values.confirm),
  };
}

const isCommand = (word: string): word is Command => Object.hasOwn(COMMANDS, word);

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        name: { type: 'string' },
        account: { type: 'string' },
        subdomain: { type: 'string' },
        'service-url': { type: 'string' },
        'data-api-url': { type: 'string' },
        'public-url': { type: 'string' },
        'dry-run': { type: 'boolean' },
        wait: { type: 'string' },
        encryption: { type: 'boolean' },
        'keep-webhooks': { type: 'boolean' },
        'keep-events': { type: 'boolean' },
        confirm: { type: 'string' },
      },
    });
  } catch (failure) {
    throw new Stop(`${failure instanceof Error ? failure.message : String(failure)} (${again('--help')})`);
  }
}
