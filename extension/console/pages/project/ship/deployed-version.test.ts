import { expect, it } from 'vitest';
import { deployedVersionOf, newerThanLive } from './deployed-version.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString();
const VERSIONS = [
  { _id: 'third', createdAt: at(30) },
  { _id: 'second', createdAt: at(20) },
  { _id: 'first', createdAt: at(10) },
];
const deployed = (minute: number, status = 'success') => ({ status, createdAt: at(minute), versionId: null });

it('is the newest version when the deployment began', () => {
  expect(deployedVersionOf(VERSIONS, deployed(25))).toBe('second');
  expect(deployedVersionOf(VERSIONS, deployed(40))).toBe('third');
});

it('is the one that the deployment names, where it names one (service reference, older engine)', () => {
  expect(deployedVersionOf(VERSIONS, { ...deployed(40), versionId: 'first' })).toBe('first');
  expect(deployedVersionOf(VERSIONS, { ...deployed(40), versionId: 'other' })).toBeNull();
});

it('is the one that is being deployed while that goes on', () => {
  expect(deployedVersionOf(VERSIONS, deployed(25, 'deploying'))).toBe('second');
});

it('is none of a deployment that did not succeed, or that is older than the versions', () => {
  expect(deployedVersionOf(VERSIONS, deployed(25, 'error'))).toBeNull();
  expect(deployedVersionOf(VERSIONS, deployed(5))).toBeNull();
  expect(deployedVersionOf(VERSIONS, { ...deployed(25), createdAt: null })).toBeNull();
});

it('has as many newer ones as were saved since; what is not live has none to compare with', () => {
  expect(newerThanLive(VERSIONS, deployed(40))).toBe(0);
  expect(newerThanLive(VERSIONS.toReversed(), deployed(15))).toBe(2);
  expect(newerThanLive(VERSIONS, deployed(40, 'deploying'))).toBeNull();
  expect(newerThanLive(VERSIONS, deployed(5))).toBeNull();
});
