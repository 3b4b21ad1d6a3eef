/**
 * Waits for the work or the time, whichever is first. Leaves no timer behind: one keeps the object from being put to sleep.
 * @returns whether the work was first; @throws what the work threw, when it was
 */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: number | null = null;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
