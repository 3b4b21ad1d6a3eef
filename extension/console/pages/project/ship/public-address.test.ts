import { expect, test } from 'vitest';
import { publicAddress } from './public-address.ts';

const LIVE = 'shop.apps.example';
const domain = { hostname: 'www.shop.example', status: 'active', sslStatus: 'active' };

test.each([
  ['its domain', domain, 'www.shop.example'],
  ['its domain, where nothing is told of a certificate', { ...domain, sslStatus: null }, 'www.shop.example'],
  ['its own address while the certificate is under way', { ...domain, sslStatus: 'issuing' }, LIVE],
  ['its own address while the domain is not verified', { ...domain, status: 'pending_validation' }, LIVE],
  ['its own address without a domain', null, LIVE],
])('visitors find a site at %s', (_, customDomain, address) => {
  expect(publicAddress({ customDomain, productionProjectUrl: 'other.example' }, LIVE)).toBe(address);
});

test('while nothing is told of a deployment, it is what the project tells', () => {
  expect(publicAddress({ productionProjectUrl: 'other.example' })).toBe('other.example');
});
