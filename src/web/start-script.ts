/**
 * Every page works without script, unless its script fails while it starts: in a browser that is
 * too old, or because a file did not load. This code then shows the contents of the noscript
 * elements, as a browser without script does, and reports the error once. It is written in the
 * JavaScript of 2009, because it runs in every browser. `__giveUp` exists until the page's script
 * takes over.
 */
export const START_SCRIPT =
  '(function(w,d,e){w.__giveUp=function(x){w.__giveUp=0;' +
  'for(var n=d.getElementsByTagName("noscript"),q=new XMLHttpRequest;n[0];)' +
  'n[0].outerHTML=n[0].textContent;' +
  'q.open("POST","/api/functions/page-fault");' +
  'q.setRequestHeader("content-type","application/json");' +
  'q.send(JSON.stringify({page:location.pathname,fault:(x+"").slice(0,999)}))};' +
  'w.onerror=function(m){e=e||m};' +
  'w.onload=function(){w.__giveUp&&w.__giveUp(e||"script not loaded")}})(window,document)'
