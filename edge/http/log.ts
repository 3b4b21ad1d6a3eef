/** Everything that may ever stand in a log line. What is not here can't be logged: no address, header, body or name. */
export interface LogLine {
  event: 'request' | 'service-call' | 'job-failed' | 'unexpected-error';
  requestId?: string | undefined;
  method?: string | undefined;
  /** The pattern of the route, never the path. */
  route?: string | undefined;
  operation?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  failure?: string | undefined;
  job?: string | undefined;
  /** Class of an error, never its message. */
  errorName?: string | undefined;
  durationMs?: number | undefined;
}

const ALLOWED: readonly (keyof LogLine)[] = [
  'event',
  'requestId',
  'method',
  'route',
  'operation',
  'status',
  'code',
  'failure',
  'job',
  'errorName',
  'durationMs',
];
const TEXT_MAX = 80;

/** Writes one line of JSON with the allowed fields only. */
export function log(line: LogLine): void {
  const kept: Record<string, string | number> = {};
  for (const name of ALLOWED) {
    const value = line[name];
    if (typeof value === 'number') kept[name] = value;
    else if (typeof value === 'string') kept[name] = value.slice(0, TEXT_MAX);
  }
  // biome-ignore lint/suspicious/noConsole: the platform's log is its console
  console.log(JSON.stringify(kept));
}
