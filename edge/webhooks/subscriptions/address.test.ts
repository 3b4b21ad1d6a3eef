import { expect, test } from 'vitest';
import { SERVICE_EVENTS } from '../../../shared/builder-api/webhooks.ts';
import { registrableEvents } from './address.ts';

const REFUSED = 'deployment.finished';

test('the registrable events are read from the message, however it lists them', () => {
  const two = ['agent.prompt.finished', 'project.credit_limit.reached'];
  for (const message of [
    `Unknown event ${REFUSED}; registrable: ${two.join(', ')}`,
    `event must be one of: "${two.join('", "')}".`,
    `Valid events are [${two.join('|')}]`,
  ])
    expect(registrableEvents(message, REFUSED)).toEqual(two);
});

test('one name inside another is not mistaken for it', () => {
  expect(registrableEvents('use project.feature_limit.reached', REFUSED)).toEqual([
    'project.feature_limit.reached',
  ]);
});

test('a message that lists nothing proves nothing', () => {
  expect(registrableEvents(`Unknown event ${REFUSED}.`, REFUSED)).toBeNull();
  expect(registrableEvents('', REFUSED)).toBeNull();
  expect(registrableEvents(SERVICE_EVENTS.join(' '), REFUSED)).toHaveLength(SERVICE_EVENTS.length - 1);
});
