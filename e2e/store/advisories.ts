import { spawn } from 'node:child_process';
import { ROOT } from '../dev/step.ts';

/** A known vulnerability of a shipped package. */
export interface Advisory {
  readonly name: string;
  /** `info`, `low`, `moderate`, `high` or `critical`. */
  readonly severity: string;
  readonly title: string;
  readonly url: string;
}

/** Known vulnerabilities of the packages in the lockfile. Not every registry supports that. */
export type AuditResult =
  | { kind: 'answered'; shipped: Advisory[]; others: number }
  | { kind: 'not-answered'; message: string };

/**
 * Runs `npm audit` for known vulnerabilities.
 * @param shipped names of the packages whose code is shipped; vulnerabilities of others are only counted
 * @param registry its address; npm's own setting by default
 */
export async function audit(shipped: ReadonlySet<string>, registry?: string): Promise<AuditResult> {
  const words = ['audit', '--json', ...(registry ? ['--registry', registry] : [])];
  const child = spawn('npm', words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NPM_CONFIG_UPDATE_NOTIFIER: 'false' },
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const error = await new Promise<Error | null>((resolve) => {
    child.once('error', resolve);
    child.once('close', () => resolve(null));
  });
  return error ? { kind: 'not-answered', message: error.message } : readAudit(output, shipped);
}

/** @param output of `npm audit --json` (report version 2); a failed request has its `message` instead */
export function readAudit(output: string, shipped: ReadonlySet<string>): AuditResult {
  let report: { message?: string; vulnerabilities?: Record<string, { via: (Advisory | string)[] }> };
  try {
    report = JSON.parse(output);
  } catch {
    return { kind: 'not-answered', message: 'npm audit printed no report' };
  }
  if (!report?.vulnerabilities)
    return { kind: 'not-answered', message: report?.message ?? 'npm audit printed no report' };
  // A package that only depends on a vulnerable one names that as text: the advisory is there.
  const all = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause])),
  );
  const ours = all.filter(({ name }) => shipped.has(name));
  return {
    kind: 'answered',
    shipped: ours.map(({ name, severity, title, url }) => ({ name, severity, title, url })),
    others: all.length - ours.length,
  };
}

/** The result as text for the release. */
export function auditWords(result: AuditResult): string {
  if (result.kind === 'not-answered')
    return `Known vulnerabilities: NOT looked up. The registry did not answer npm audit (${result.message}).`;
  const { shipped, others } = result;
  const tools = others === 0 ? '' : ` (${others} in packages that are only used to build and test)`;
  if (shipped.length === 0) return `Known vulnerabilities of what is shipped: none${tools}.`;
  const lines = shipped.map(({ name, severity, title, url }) => `  ${name}: ${severity}, ${title} (${url})`);
  return `Known vulnerabilities of what is shipped: ${shipped.length}${tools}.\n${lines.join('\n')}`;
}
