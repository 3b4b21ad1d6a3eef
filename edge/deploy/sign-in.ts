import { spawn } from 'node:child_process';
import * as z from 'zod/mini';
import { CloudflareApi, CloudflareError } from './cloudflare-api.ts';
import { explain, TOKEN_PAGE } from './cloudflare-errors.ts';
import type { Context } from './context.ts';
import { Stop } from './stop.ts';
import { runWrangler, runWranglerOpenly } from './wrangler.ts';

/** What `wrangler auth token --json` prints. */
const wranglerToken = z.union([
  z.object({ type: z.enum(['api_token', 'oauth']), token: z.string() }),
  z.object({ type: z.literal('api_key'), key: z.string(), email: z.string() }),
]);

export interface SignedIn {
  readonly api: CloudflareApi;
  readonly accountId: string;
  /** Environment for wrangler, so that it uses the same credentials. */
  readonly env: Record<string, string | undefined>;
}

interface Credentials {
  headers: Record<string, string>;
  /** Variables that pass the credentials to wrangler; none for its own login. */
  env: Record<string, string>;
}

const HOW_TO_SIGN_IN = `Sign in to Cloudflare first: an API token in CLOUDFLARE_API_TOKEN, which ${TOKEN_PAGE} makes, or \`npx wrangler login\`.`;

/** Determines the credentials and the account to deploy to; asks for what it can't detect. */
export async function signIn(context: Context): Promise<SignedIn> {
  const found = await findCredentials(context);
  const credentials = found ?? (await promptForCredentials(context));
  const api = new CloudflareApi(context.env, credentials.headers);
  const accountId = context.options.account ?? (await findAccount(context, api));
  return { api, accountId, env: { ...context.env, ...credentials.env } };
}

/** A token or key from the environment, or wrangler's login; null = neither. */
async function findCredentials({ env }: Context): Promise<Credentials | null> {
  const token = env.CLOUDFLARE_API_TOKEN?.trim();
  if (token) return bearer(token, true);
  const run = await runWrangler(['auth', 'token', '--json'], env);
  const read = wranglerToken.safeParse(run.exitCode === 0 ? parseJson(run.stdout) : null);
  if (!read.success) return null;
  return read.data.type === 'api_key'
    ? { headers: { 'x-auth-key': read.data.key, 'x-auth-email': read.data.email }, env: {} }
    : bearer(read.data.token, false);
}

/** Asks for a token: a first Enter opens Cloudflare's page for it, a second is wrangler's own login. */
async function promptForCredentials(context: Context): Promise<Credentials> {
  const { terminal, env } = context;
  if (!terminal.interactive) throw new Stop(HOW_TO_SIGN_IN);
  await requireNetwork(context);
  let isOpened = false;
  for (;;) {
    const token = await terminal.askSecret({
      message: isOpened
        ? 'Cloudflare API token (Enter signs in through wrangler instead)'
        : 'Cloudflare API token, for this run only (Enter opens the page that makes it)',
      why: isOpened
        ? TOKEN_PAGE
        : 'The edge runs in your own Cloudflare account; the free plan is enough. The page has its three rights filled in.',
      check: (text) =>
        /^[\x21-\x7e]*$/.test(text) ? null : 'A token has letters, digits and signs, and no blanks.',
    });
    if (token === '' && isOpened) return logIn(context);
    if (token === '') {
      openPage(TOKEN_PAGE, env);
      isOpened = true;
      continue;
    }
    const credentials = bearer(token, true);
    try {
      await new CloudflareApi(env, credentials.headers).accounts();
      return credentials;
    } catch (failure) {
      if (!(failure instanceof CloudflareError) || failure.status === 0) throw failure;
      terminal.error(explain(failure));
    }
  }
}

/** Before the first question. @throws CloudflareError with status 0 where Cloudflare can't be reached */
async function requireNetwork({ env }: Context): Promise<void> {
  try {
    await new CloudflareApi(env, {}).accounts();
  } catch (failure) {
    // Any answer will do: nobody is signed in yet.
    if (!(failure instanceof CloudflareError) || failure.status === 0) throw failure;
  }
}

/** wrangler's own login, which it stores. */
async function logIn(context: Context): Promise<Credentials> {
  const found = (await runWranglerOpenly(['login'], context.env)) ? await findCredentials(context) : null;
  if (found === null) throw new Stop(HOW_TO_SIGN_IN);
  return found;
}

async function findAccount({ terminal }: Context, api: CloudflareApi): Promise<string> {
  const { rows: accounts, isCut } = await api.accounts();
  const [first] = accounts;
  if (first === undefined)
    throw new Stop(
      'This login or token shows no account: give its id with --account (dashboard, Workers, Account ID).',
    );
  if (accounts.length === 1) {
    terminal.done(`Cloudflare account: ${first.name}`);
    return first.id;
  }
  const choices = accounts.map(({ id, name }) => ({ value: id, label: name }));
  const cut = isCut ? ` These are the first ${accounts.length}: --account takes the id of any other.` : '';
  if (!terminal.interactive)
    throw new Stop(
      `There are several accounts: choose one with --account.${cut}\n${choices.map(({ value, label }) => `  ${value}  ${label}`).join('\n')}`,
    );
  return terminal.choose(
    'Which Cloudflare account?',
    `Your login reaches several; the edge lives in one.${cut}`,
    choices,
  );
}

function bearer(token: string, isOwn: boolean): Credentials {
  return {
    headers: { authorization: `Bearer ${token}` },
    env: isOwn ? { CLOUDFLARE_API_TOKEN: token } : {},
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Programs that hand an address to the person's browser; `BROWSER` stands above them, as elsewhere. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the person's browser, where one is found; it is printed beside the question too. */
function openPage(address: string, env: Record<string, string | undefined>): void {
  const [program = 'xdg-open', ...words] = env.BROWSER
    ? [env.BROWSER]
    : (OPENERS[process.platform] ?? ['xdg-open']);
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
