import { Component, type ComponentChildren } from 'preact';
import { lazily } from './lazily.tsx';

const Broken = lazily(async () => (await import('./broken.tsx')).Broken);

/** A page, or, where it fails on what is stored, what leads out of that: never a white page. */
export class Boundary extends Component<{ children?: ComponentChildren }> {
  override state = { failed: this.props.children === undefined };

  override componentDidCatch(): void {
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
