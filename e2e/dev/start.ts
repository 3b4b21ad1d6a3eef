import { start } from './start-all.ts';
import { readStartSettings } from './start-settings.ts';

let ending = false;
try {
  const running = await start(readStartSettings(process.argv.slice(2), process.env), console.log);
  const end = async () => {
    if (ending) return;
    ending = true;
    console.log('\nEnding…');
    await running.stop().catch((failure) => console.error(String(failure)));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  running.browserClosed.then(end);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  process.exit(1);
}
