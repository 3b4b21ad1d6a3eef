import { describe, expect, it } from 'vitest';
import { attachmentAddress, nameProblem, projectLabel, projectName } from './new-project.ts';

describe('nameProblem (service reference, Launch Project: projectId)', () => {
  it.each([
    ['', 'empty'],
    ['abc', 'short'],
    ['a'.repeat(36), 'long'],
    ['1abc', 'first-letter'],
    ['-abc', 'first-letter'],
    ['Studio', 'characters'],
    ['studio nord', 'characters'],
    ['studio_nord', 'characters'],
    ['stüdio', 'characters'],
    ['studio--nord', null],
    ['studio-', null],
    ['abcd', null],
    ['a'.repeat(35), null],
    ['studio-nord-2', null],
  ] as const)('says %j is %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
    expect(projectName.safeParse(name).success, 'the edge takes what the form takes').toBe(problem === null);
  });
});

describe('the address of an attachment (service reference, Launch Project: a public http(s) URL)', () => {
  it.each(['https://example.org/a.png', 'http://93.184.216.34/', 'https://[2606:4700::1]/'])(
    'takes %s',
    (url) => expect(attachmentAddress.safeParse(url).success).toBe(true),
  );
  it.each([
    'ftp://example.org',
    'data:image/png;base64,AA',
    'http://localhost',
    'http://127.0.0.1',
    'http://192.168.1.1',
    'http://10.1.2.3',
    'http://172.20.0.1',
    'http://169.254.169.254',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://printer.local',
    'http://intranet/',
    'nonsense',
    '',
  ])('refuses %s', (url) => expect(attachmentAddress.safeParse(url).success).toBe(false));
});

describe('a label (service reference, Launch Project: max 80 characters)', () => {
  it('is counted in characters, whatever their script', () => {
    expect(projectLabel.safeParse('🪔'.repeat(80)).success).toBe(true);
    expect(projectLabel.safeParse('🪔'.repeat(81)).success).toBe(false);
  });

  it('is put on one line, without invisible characters, before it is counted', () => {
    expect(projectLabel.parse(` Studio\n\u202eNord${' '.repeat(100)}`)).toBe('Studio Nord');
  });
});
