import { expect, test } from 'vitest';
import {
  deployArguments,
  deployedAddress,
  missingSecrets,
  readSettings,
  settingsProblems,
} from './deploy-plan.ts';

test('what is given is passed on, what is not stays as it was', () => {
  const settings = readSettings([], { SERVICE_URL: 'https://service.example' });
  expect(deployArguments(settings)).toEqual(['deploy', '--var', 'SERVICE_URL:https://service.example']);
  expect(deployArguments(readSettings(['--dry-run'], {}))).toEqual(['deploy', '--dry-run']);
});

test('a wrong address is told before anything is deployed', () => {
  expect(settingsProblems(readSettings([], { PUBLIC_URL: 'http://edge.example' }))).toHaveLength(1);
  expect(settingsProblems(readSettings([], {}))).toEqual([]);
});

test('missing secrets are told by name', () => {
  expect(missingSecrets('[{"name":"ENCRYPTION_KEY","type":"secret_text"}]')).toEqual([
    'SERVICE_API_KEY',
    'PAIRING_CODE',
  ]);
  expect(missingSecrets('There is no such Worker.')).toHaveLength(3);
});

test('the address is read from what wrangler tells of the deployment', () => {
  const lines = '{"type":"wrangler-session"}\n{"type":"deploy","targets":["https://edge.me.workers.dev/"]}\n';
  expect(deployedAddress(lines)).toBe('https://edge.me.workers.dev');
  expect(deployedAddress('')).toBeNull();
});
