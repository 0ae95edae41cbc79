import { render } from 'preact';
import '../ui/base.css';
// The theme that was chosen on another page holds here, too.
import '../ui/theme';
import './compare.css';
import { Page } from './Page';

const asked = new URLSearchParams(location.search);

render(<Page a={asked.get('a') ?? ''} b={asked.get('b') ?? ''} />, document.getElementById('app')!);
