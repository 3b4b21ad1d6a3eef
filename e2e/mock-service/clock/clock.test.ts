import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

describe('a stepped clock', () => {
  it('does not move until it is advanced, then runs what is due in order', async () => {
    const clock = createClock({ stepped: true, start: 1_000 });
    const seen: string[] = [];
    clock.after(200, () => seen.push(`b at ${clock.now()}`));
    clock.after(100, () => {
      seen.push(`a at ${clock.now()}`);
      clock.after(50, () => seen.push(`c at ${clock.now()}`));
    });
    await clock.advance(99);
    expect(seen).toEqual([]);
    await clock.advance(1_000);
    expect(seen).toEqual(['a at 1100', 'c at 1150', 'b at 1200']);
    expect(clock.now()).toBe(2_099);
  });

  it('passes a month in no time', async () => {
    const clock = createClock({ stepped: true });
    let ticks = 0;
    const tick = () => {
      ticks += 1;
      clock.after(3_600_000, tick);
    };
    tick();
    const began = performance.now();
    await clock.advance(30 * 86_400_000);
    expect(ticks).toBe(721);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('is the time again after it was advanced in very many steps and cleared', async () => {
    const clock = createClock();
    for (let step = 0; step < 300; step++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(60_000);
    }
    clock.clear();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(20);
  });

  it('does not run what was cancelled', async () => {
    const clock = createClock({ stepped: true });
    let ran = false;
    clock.after(10, () => {
      ran = true;
    })();
    await clock.advance(20);
    expect(ran).toBe(false);
  });

  it('waits for tracked work, and no longer than the grace period for work that hangs', async () => {
    const clock = createClock({ stepped: true, graceMs: 20 });
    let done = false;
    clock.track(
      new Promise<void>((resolve) =>
        setTimeout(() => {
          done = true;
          resolve();
        }, 5),
      ),
    );
    await clock.settled();
    expect(done).toBe(true);
    clock.track(new Promise(() => undefined));
    await clock.settled();
    await clock.settled(20);
    expect(clock.realMs(10)).toBeNull();
  });

  it('goes back to its start when cleared', async () => {
    const clock = createClock({ stepped: true, start: 5 });
    clock.after(10, () => expect.unreachable());
    await clock.advance(5);
    clock.clear();
    expect(clock.now()).toBe(5);
    await clock.advance(100);
  });
});

describe('a running clock', () => {
  it('runs faster than real time when set to', async () => {
    const clock = createClock({ speed: 1000, start: 0 });
    const at = await new Promise<number>((resolve) => clock.after(20_000, () => resolve(clock.now())));
    expect(at).toBeGreaterThanOrEqual(20_000);
    expect(clock.realMs(10_000)).toBe(10);
  });

  it('can be moved forward as well', async () => {
    const clock = createClock({ start: 0 });
    let ran = false;
    clock.after(3_600_000, () => {
      ran = true;
    });
    await clock.advance(3_600_000);
    expect(ran).toBe(true);
  });
});

it('a clock that is cleared shows the real time again, however far it was moved', async () => {
  const clock = createClock();
  await clock.advance(3_600_000);
  clock.clear();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
});
