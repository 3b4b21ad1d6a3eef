/** A delivery of 1.8 kB as the service sends it. */
export const EVENT_ID = 'deploy:0c7c7c1e-5f0e-4b8e-9d53-2f3d9a1d7f10';
export const SECRET_BYTES = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256);

const BODY_BYTES = 1_800;
const output = (prompt: string) =>
  JSON.stringify({
    event: 'agent.prompt.finished',
    timestamp: '2026-11-02T10:15:30.000Z',
    data: { projectId: 'barber-bookings', status: 'done', prompt },
  });

export const BODY = output('x'.repeat(BODY_BYTES - output('').length));
