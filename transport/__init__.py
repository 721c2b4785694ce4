"""aiomqtt as this house uses it: no delay, no noise, nothing left behind."""
