/** A file's text, provided by the tests' bundler. */
declare module '*?raw' {
  const text: string;
  export default text;
}
