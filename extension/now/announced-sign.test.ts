import { expect, it } from 'vitest';
import { announcedSign } from './recent.tsx';

const ofBuild = (status: string, severity: 'note' | 'warning' = 'note') =>
  announcedSign({ about: { kind: 'mobile-build-finished', status }, severity });

it('is a tick or a cross by how work ended, a mobile build’s too, and the severity of what has no end', () => {
  expect([ofBuild('success'), ofBuild('error', 'warning'), ofBuild('signing')]).toEqual([
    'done',
    'failed',
    'seen',
  ]);
  expect(ofBuild('sign_failed', 'warning')).toBe('failed');
  expect(announcedSign({ about: { kind: 'project-resumed' }, severity: 'note' })).toBe('seen');
  expect(announcedSign({ about: { kind: 'kill-switch' }, severity: 'critical' })).toBe('critical');
});
