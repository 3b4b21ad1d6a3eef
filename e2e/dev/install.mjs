// `node e2e/dev/install.mjs [FILE WORD…]`: installs missing or old packages, then runs the file on their
// Node. It runs on the machine's own Node and without any package: assume nothing but Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE_MAJOR = 20;
const root = fileURLToPath(new URL('../..', import.meta.url));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_MAJOR) {
  fail(
    `Pilot Light needs Node ${OLDEST_NODE_MAJOR} or later to set itself up; this is ${process.versions.node}.`,
  );
}

const lockfile = readFileSync(join(root, 'package-lock.json'));
const wanted = createHash('sha256').update(lockfile).digest('hex');
const stamp = join(root, 'node_modules', '.installed-lockfile');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted) {
  console.log('Installing the packages of package-lock.json (a minute or two, the first time only)…');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['ci', ...quiet], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.error) fail(`npm could not be started (${run.error.message}): install npm, then try again.`);
  if (run.status !== 0) fail('npm ci failed (its own message stands above): mend that, then try again.');
  writeFileSync(stamp, wanted);
}

const [file, ...words] = process.argv.slice(2);
if (file !== undefined) {
  // Not the Node that runs this: it may be too old for what is started.
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const child = spawn(node, [join(root, file), ...words], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  child.once('error', (error) => fail(`Node of the packages could not be started: ${error.message}`));
  // A terminal signals both processes, other senders only this one. The child ends first, in its own way.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 1;
  });
}
