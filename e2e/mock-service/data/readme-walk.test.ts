import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalService, startLocalService } from '../service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TIMEOUT_MS = 120_000;
/** Told before each command, so that its output can be found. */
const MARK = '::command ';

let service: LocalService;
let folder: string;

beforeAll(async () => {
  service = await startLocalService({ demo: 'calm' });
  folder = await mkdtemp(join(tmpdir(), 'walk-'));
  await symlink(join(ROOT, 'e2e'), join(folder, 'e2e'));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

interface Step {
  command: string;
  /** What its output has to contain. */
  prints: string[];
}

/** Commands of the first shell block below a heading; `#>` lines are what the command above prints. */
function stepsOf(readme: string, heading: string): Step[] {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readme.slice(readme.indexOf(heading))) ?? [];
  const steps: Step[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('#> ')) steps.at(-1)?.prints.push(line.slice(3));
    else if (line !== '' && !line.startsWith('#')) steps.push({ command: line, prints: [] });
  }
  return steps;
}

it('the walk in the README works as it is printed', { timeout: TIMEOUT_MS }, async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const steps = stepsOf(readme, '### A walk');
  expect(steps.length).toBeGreaterThan(15);
  const script = steps.map(({ command }, index) => `echo; echo '${MARK}${index}'\n${command}`).join('\n');
  const here = script.replaceAll('http://127.0.0.1:4010', service.url);
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', here], { cwd: folder });
  const outputs = stdout.split(new RegExp(`^${MARK}\\d+$`, 'm')).slice(1);
  expect(outputs).toHaveLength(steps.length);
  for (const [index, { command, prints }] of steps.entries()) {
    for (const text of prints) expect(outputs[index], command).toContain(text);
  }
});
