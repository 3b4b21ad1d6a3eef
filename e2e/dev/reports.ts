import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { ROOT, type Tally } from './step.ts';

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The tests of vitest's JSON report; a report that is missing or has no test counts as a failure. */
export async function vitestTally(file: string): Promise<Tally> {
  const report = vitestReport.safeParse(await readReport(file)).data;
  const failures = report?.testResults.flatMap(({ name, message = '', status, assertionResults }) => {
    const path = relative(ROOT, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    // A file that can't be loaded has no test that failed.
    if (failed.length === 0 && status === 'failed') return [failure(path, message)];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${path} › ${fullName}`, failureMessages?.[0] ?? ''),
    );
  });
  return tallyOf(report?.numPassedTests, failures);
}

const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
  stats: z.object({ expected: z.number() }),
});

/** The tests of Playwright's JSON report, as above. One that failed and passed again has failed. */
export async function playwrightTally(file: string): Promise<Tally> {
  const report = playwrightReport.safeParse(await readReport(file)).data;
  const failures = report && [
    ...report.suites.flatMap(suiteFailures),
    ...report.errors.map(({ message = '' }) => failure('outside of the tests', message)),
  ];
  return tallyOf(report?.stats.expected, failures);
}

function suiteFailures(suite: z.infer<typeof playwrightSuite>): string[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors);
        return failure(`${file} › ${title}`, errors[0]?.message ?? '');
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(suiteFailures)];
}

/** How many lines of an error are repeated at the end of a run; all of it stands where the step was shown. */
const LINES_MAX = 12;

const failure = (name: string, message: string): string =>
  [name, ...stripVTControlCharacters(message).split('\n').slice(0, LINES_MAX)].join('\n    ');

function tallyOf(passed = 0, failures: readonly string[] = []): Tally {
  const isEmpty = passed + failures.length === 0;
  return { passed, failed: isEmpty ? 1 : failures.length, failures };
}

async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(ROOT, file), 'utf8'));
  } catch {
    return null;
  }
}
