/** Preloaded into the command: makes its pipes look like a terminal, so that it asks its questions. */
Object.assign(process.stdin, { isTTY: true, setRawMode: () => process.stdin });
Object.assign(process.stdout, {
  isTTY: true,
  columns: Number(process.env.COLUMNS),
  rows: Number(process.env.LINES),
});
