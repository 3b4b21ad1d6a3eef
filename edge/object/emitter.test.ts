import { expect, test } from 'vitest';
import { Emitter } from './emitter.ts';

test('each listener of an event is called at once, in order, and no other', () => {
  const emitter = new Emitter();
  const heard: string[] = [];
  emitter.on('run-stopped', (projectId) => heard.push(`first ${projectId}`));
  emitter.on('run-stopped', (projectId) => heard.push(`second ${projectId}`));
  emitter.on('cap-changed', (projectId) => heard.push(`cap ${projectId}`));
  emitter.emit('run-stopped', 'shop');
  emitter.emit('polled');
  expect(heard).toEqual(['first shop', 'second shop']);
});
