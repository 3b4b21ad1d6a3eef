import { expect, test } from 'vitest';
import { addressProblem } from './open-address.ts';

const PRIVATE = 'private-network';

test.each([
  'https://hooks.slack.com/services/T/B/x',
  'https://ntfy.example:8443/topic',
  'https://93.184.215.14/hook',
  'https://[2606:4700::1111]/hook',
  'https://[2a00:1450:4001::1]/hook',
  'https://hooks.example.:443/hook',
  'https://172.32.0.1/',
  'https://local.example/',
])('an address of the open network: %s', (address) => expect(addressProblem(address, false)).toBeNull());

test.each([
  'https://localhost/',
  'https://a.localhost./',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router/',
  'https://router.lan/',
  'https://wiki.corp./',
  'https://nas.home/',
  'https://192.0.2.1/',
  'https://203.0.113.9/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[64:ff9b:1::1]/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://10.1.2.3/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://[::]/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:c0a8:1::]/',
  'https://[2a00:1450:4001::5efe:c0a8:1]/',
  'https://[2a00:1450:4001:0:200:5efe:a00:1]/',
  'https://api.default.svc/',
  'https://api.default.svc.cluster.local/',
  'https://10.0.0.1.nip.io/',
  'https://app-192-168-0-1.sslip.io/',
  'https://localtest.me/',
  'https://１２７.0.0.1/',
])('an address of a private network, in any notation: %s', (address) =>
  expect(addressProblem(address, false)).toBe(PRIVATE),
);

test.each([
  ['http://hooks.example/', 'not-https'],
  ['http://127.0.0.1:9/', 'not-https'],
  ['ftp://hooks.example/', 'not-https'],
  ['https://me:pw@hooks.example/', 'with-user'],
  ['https://hooks.example/#x', 'with-user'],
  ['hooks.example', 'not-address'],
  ['https://localhost../', 'not-address'],
  ['https://127.0.0.1../', 'not-address'],
  ['https://hooks.example:25/', 'port'],
  ['https://hooks.example:80/', 'port'],
])('%s %s', (address, problem) => expect(addressProblem(address, false)).toBe(problem));

test('this machine is open to an edge that runs on it, and nothing else more', () => {
  expect(addressProblem('http://127.0.0.1:8791/slack', true)).toBeNull();
  expect(addressProblem('http://[::1]:8791/slack', true)).toBeNull();
  expect(addressProblem('https://10.0.0.1/', true)).toBe(PRIVATE);
  expect(addressProblem('http://hooks.example/', true)).toBe('not-https');
});
